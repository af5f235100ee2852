import type { Credential, HttpRequest } from '../exchange/exchange.ts';
import { createCategory, listCategories, namedOperations, type Operation } from '../spec/operations.ts';
import { definedOnly } from '../text/defined-only.ts';

/** Makes GET /categories with the key. */
export function plainList(): HttpRequest {
  return get(listCategories);
}

/**
 * Makes a GET of an operation, or of a path below the base URL. `credential` says how the key is sent: `bearer` as
 * specified, `none` for no key, or another value of the type. Checks never see the key.
 */
export function get(what: Operation | string, credential: Credential = 'bearer'): HttpRequest {
  const path = typeof what === 'string' ? what : what.path;
  // A path with two operations has its GET first.
  const named = namedOperations.find((one) => one.path === path);
  return { method: 'GET', path, operation: named?.id ?? 'elsewhere', credential };
}

/**
 * Makes POST /categories. Bytes and strings are sent unchanged, everything else as JSON. Lists are searched for `mark`;
 * a custom check whose body contains a name from `name()` needs no mark.
 */
export function post(
  body: unknown,
  {
    mark,
    credential = 'bearer',
    contentType,
  }: {
    readonly mark?: string;
    readonly credential?: Credential;
    readonly contentType?: string;
  } = {},
): HttpRequest {
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
