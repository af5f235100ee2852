import type { HeaderLine, Reply } from './answer.ts';
import type { Json } from './json.ts';

/** The Error of the specification. */
export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly status: number;
}

/** Names an error: HTTP status, machine-readable code, text for people. */
export function problem(status: number, code: string, message: string): Problem {
  return { code, message, status };
}

/** The JSON of an Error. */
export function errorJson({ code, message, status }: Problem): Json {
  return { code, message, status };
}

/** The reply that carries an Error, its JSON made by `toJson`. */
export function errorReply(
  error: Problem,
  toJson: (error: Problem) => Json,
  headers: readonly HeaderLine[] = [],
): Reply {
  return { status: error.status, headers, json: toJson(error) };
}

/** The reply to a request without a valid key (Authentication 3), with the challenge that RFC 9110 11.6.1 asks for. */
export function unauthorized(why: 'missing' | 'invalid', toJson: (error: Problem) => Json): Reply {
  const text = why === 'missing' ? 'An API key is required.' : 'The API key is not valid.';
  return errorReply(problem(401, `api_key_${why}`, text), toJson, [
    ['WWW-Authenticate', 'Bearer realm="petstore"'],
  ]);
}
