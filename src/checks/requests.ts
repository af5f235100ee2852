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
  // The path follows the base URL, so that the key goes nowhere else.
  if (!/^\/[!-~]*$/.test(path))
    throw new TypeError(`the path ${JSON.stringify(path)} must begin with a slash and have no spaces`);
  // A path with two operations has its GET first.
  const named = namedOperations.find((one) => one.path === path);
  return { method: 'GET', path, operation: named?.id ?? 'elsewhere', credential };
}

/**
 * Makes POST /categories. Bytes and strings are sent unchanged, everything else as JSON. Lists are searched for `mark`,
 * which is by default the name from `name()` in the body.
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
