import type { Credential, HttpRequest } from '../exchange/exchange.ts';
import { createCategory, listCategories, namedOperations, type Operation } from '../spec/operations.ts';
import { definedOnly } from '../text/defined-only.ts';

/** Makes GET /categories as any client sends it. */
export function plainList(): HttpRequest {
  return get(listCategories);
}

/**
 * Makes a GET of an operation, or of a path below the base address. `credential` says how the key is sent: `bearer` as the
 * specification has it, `none` for no key, or another value of the type. Checks never see the key.
 */
export function get(what: Operation | string, credential: Credential = 'bearer'): HttpRequest {
  const path = typeof what === 'string' ? what : what.path;
  const named = namedOperations.find((one) => one.method === 'GET' && one.path === path);
  return { method: 'GET', path, operation: named?.id ?? 'elsewhere', credential };
}

/**
 * Makes POST /categories: bytes and strings are sent as they are, everything else as JSON. The list is searched for `mark`
 * to find what was created; a custom check whose body holds a name from `name()` needs no mark.
 */
export function post(
  body: unknown,
  options: {
    readonly mark?: string;
    readonly credential?: Credential;
    readonly contentType?: string;
  } = {},
): HttpRequest {
  const { mark, credential = 'bearer', contentType } = options;
  return {
    method: 'POST',
    path: createCategory.path,
    operation: createCategory.id,
    credential,
    body: bytesOf(body),
    ...definedOnly({ mark, contentType }),
  };
}

function bytesOf(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body;
  return new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body));
}
