import type { HttpRequest, Presentation } from '../exchange/exchange.ts';
import { createCategory, listCategories, namedOperations, type Operation } from '../spec/operations.ts';
import { definedOnly } from '../text/defined-only.ts';

/** GET /categories as any client sends it. */
export function plainList(): HttpRequest {
  return get(listCategories);
}

/**
 * A GET of a named operation, or of a path below the base address. `presentation` says how the key is presented:
 * `bearer` as it is meant, `none` without it, and the others of the type. The key itself never passes a check.
 */
export function get(what: Operation | string, presentation: Presentation = 'bearer'): HttpRequest {
  const path = typeof what === 'string' ? what : what.path;
  const named = namedOperations.find((one) => one.method === 'GET' && one.path === path);
  return { method: 'GET', path, operation: named?.id ?? 'elsewhere', presentation };
}

/**
 * POST /categories with a body: bytes and texts go as they are, everything else as JSON. `mark` is the text by which the
 * list is searched for it; a name of `name()` in the body of a custom check is found without it.
 */
export function post(
  body: unknown,
  options: {
    readonly mark?: string;
    readonly presentation?: Presentation;
    readonly contentType?: string;
  } = {},
): HttpRequest {
  const { mark, presentation = 'bearer', contentType } = options;
  return {
    method: 'POST',
    path: createCategory.path,
    operation: createCategory.id,
    presentation,
    body: bytesOf(body),
    ...definedOnly({ mark, contentType }),
  };
}

function bytesOf(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body;
  return new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body));
}
