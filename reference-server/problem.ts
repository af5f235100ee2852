import type { Json } from './json.ts';
import type { HeaderLine, Reply } from './response.ts';

/** The Error of the specification: "Machine-readable error code", "Human-readable description", HTTP status. */
export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly status: number;
}

/** Builds an error: HTTP status, machine-readable code, human-readable message. */
export function problem(status: number, code: string, message: string): Problem {
  return { code, message, status };
}

/** Builds the JSON of an Error. */
export function errorJson({ code, message, status }: Problem): Json {
  return { code, message, status };
}

/** Builds a reply whose body is an Error, serialized by `toJson`. */
export function errorReply(
  error: Problem,
  toJson: (error: Problem) => Json,
  headers: readonly HeaderLine[] = [],
): Reply {
  return { status: error.status, headers, json: toJson(error) };
}

/**
 * Refuses a request without a valid key: "the response is 401 with an Error body" (Authentication 3), and with the
 * challenge that RFC 9110 11.6.1 requires.
 */
export function unauthorized(why: 'missing' | 'invalid', toJson: (error: Problem) => Json): Reply {
  const text = why === 'missing' ? 'An API key is required.' : 'The API key is not valid.';
  return errorReply(problem(401, `api_key_${why}`, text), toJson, [
    ['WWW-Authenticate', 'Bearer realm="petstore"'],
  ]);
}
