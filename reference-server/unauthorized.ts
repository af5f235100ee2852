import type { Reply } from './answer.ts';
import type { Json } from './json.ts';
import { errorReply, type Problem, problem } from './problem.ts';

/** The reply to a request without a valid key (Authentication 3), with the challenge that RFC 9110 11.6.1 asks for. */
export function unauthorized(why: 'missing' | 'invalid', toJson: (error: Problem) => Json): Reply {
  const text = why === 'missing' ? 'An API key is required.' : 'The API key is not valid.';
  return errorReply(problem(401, `api_key_${why}`, text), toJson, [
    ['WWW-Authenticate', 'Bearer realm="petstore"'],
  ]);
}
