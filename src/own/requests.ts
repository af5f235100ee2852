import type { HttpRequest, Presentation } from '../exchange/exchange.ts';
import * as kit from '../kit/requests.ts';
import { listCategories, namedOperations, type Operation } from '../spec/operations.ts';

/**
 * A GET of a named operation, or of a path below the base address. `presentation` says how the key is presented:
 * `bearer` as it is meant, `none` without it, and the others of the type. The key itself never passes a check.
 */
export function get(what: Operation | string, presentation: Presentation = 'bearer'): HttpRequest {
  if (typeof what !== 'string') return kit.get(what, presentation);
  const named = namedOperations.find(({ method, path }) => method === 'GET' && path === what);
  return named === undefined
    ? { ...kit.get(listCategories, presentation), path: what, operation: 'elsewhere' }
    : kit.get(named, presentation);
}

/**
 * POST /categories with a body: bytes and texts go as they are, everything else as JSON. What a run creates
 * should bear a name of `name()`, by which the kit finds it again in the list.
 */
export function post(
  body: unknown,
  options: { readonly presentation?: Presentation; readonly contentType?: string } = {},
): HttpRequest {
  return kit.post(bytesOf(body), options);
}

function bytesOf(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body;
  return new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body));
}
