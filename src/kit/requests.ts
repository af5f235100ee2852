import type { HttpRequest, Presentation } from '../exchange/exchange.ts';
import { createCategory, listCategories, type Operation } from '../spec/operations.ts';

/** GET /categories as any client sends it. */
export function plainList(): HttpRequest {
  return get(listCategories);
}

/** A GET of a named operation, with the key presented in the given way. */
export function get(operation: Operation, presentation: Presentation = 'bearer'): HttpRequest {
  return { method: 'GET', path: operation.path, operation: operation.id, presentation };
}

/** POST /categories with these exact bytes. `mark` is the text by which the list is searched for them. */
export function post(
  body: Uint8Array,
  options: { mark?: string; presentation?: Presentation; contentType?: string } = {},
): HttpRequest {
  const { mark, presentation = 'bearer', contentType } = options;
  return {
    method: 'POST',
    path: createCategory.path,
    operation: createCategory.id,
    presentation,
    body,
    ...(mark === undefined ? {} : { mark }),
    ...(contentType === undefined ? {} : { contentType }),
  };
}
