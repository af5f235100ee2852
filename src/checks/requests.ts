import type { Credential, HttpRequest } from '../exchange/exchange.ts';
import { createCategory, listCategories, namedOperations, type Operation } from '../spec/operations.ts';
import { definedOnly } from '../text/defined-only.ts';

/** Makes a GET /categories request with the key. */
export function plainList(): HttpRequest {
  return get(listCategories);
}

/**
 * Makes a GET request for an operation, or for a path below the base URL. `credential` says how the key is sent: `bearer` as
 * specified, `none` for no key, or any other `Credential`. Checks never see the key.
 */
export function get(what: Operation | string, credential: Credential = 'bearer'): HttpRequest {
  const path = typeof what === 'string' ? what : what.path;
  // The path must only extend the base URL, so that the key is sent nowhere else.
  if (!/^\/[!-~]*$/.test(path))
    throw new TypeError(`the path ${JSON.stringify(path)} must begin with a slash and have no spaces`);
  // If a path has two operations, its GET comes first in the list.
  const named = namedOperations.find((one) => one.path === path);
  return { method: 'GET', path, operation: named?.id ?? 'elsewhere', credential };
}

/** How a request with a body is sent. */
export interface BodySending {
  readonly mark?: string;
  readonly credential?: Credential;
  readonly contentType?: string;
}

/**
 * Makes a POST /categories request. Bytes and strings are sent unchanged, everything else as JSON. The kit searches lists
 * for `mark`, which is by default the name from `name()` in the body.
 */
export function post(body: unknown, options: BodySending = {}): HttpRequest {
  return request(createCategory, { ...options, body });
}

/**
 * Makes a request for an operation that a custom check adds. `parameters` replace the placeholders in its path, and `query`
 * is appended to the path. Bytes and strings are sent unchanged as the body, everything else as JSON, with each `bigint` as
 * an integer. Throws if a parameter is missing.
 */
export function request(
  { id, method, path, errors }: Operation,
  options: BodySending & {
    readonly parameters?: Readonly<Record<string, string | number | bigint | boolean>>;
    readonly query?: Readonly<Record<string, string | number | bigint | boolean>>;
    readonly body?: unknown;
  } = {},
): HttpRequest {
  const { parameters = {}, query = {}, body, mark, credential = 'bearer', contentType } = options;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name];
    if (value === undefined) throw new TypeError(`the parameter ${name} of ${id} is missing`);
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return {
    method,
    path: search.size === 0 ? filled : `${filled}?${search}`,
    operation: id,
    credential,
    ...definedOnly({ errors, mark, contentType, body: body === undefined ? undefined : bytesOf(body) }),
  };
}

/** Marks a bigint that is quoted in JSON, until its quotes are removed. */
const bigintMark = '\0bigint';

function bytesOf(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body;
  if (typeof body === 'string') return new TextEncoder().encode(body);
  const marked = (_: string, value: unknown) => (typeof value === 'bigint' ? bigintMark + value : value);
  const json = JSON.stringify(body, marked).replace(/"\\u0000bigint(-?\d+)"/g, '$1');
  return new TextEncoder().encode(json);
}
