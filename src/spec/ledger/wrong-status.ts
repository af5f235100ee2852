import type { Outcomes } from '../requirement.ts';

/** A missing or invalid key that let nobody in, and was not answered 401. */
export const keyRefusedOtherwise: Outcomes = {
  refused: {
    means:
      'Nothing got in: the request was refused, but not with 401. A client that waits for 401 to ask for a ' +
      'key, or to renew it, never does.',
    mend:
      'Return 401 for every missing, malformed or unknown key, not 400, 403, 404 or a redirect. Often a ' +
      'parser of the Authorization header, or the guard of the framework, chooses the status before the ' +
      'key is looked up: catch its error and return 401 there.',
  },
  failed: {
    means:
      'Nothing got in, but the server failed instead of refusing: clients retry what cannot succeed, and ' +
      'monitoring reports an outage.',
    mend:
      'Catch what reading the Authorization header or looking up the key throws, and return 401. Usual ' +
      'causes: a header that is split without checking its parts, and a token that is decoded before it ' +
      'is known.',
  },
};

/** An invalid body that was not accepted, and was not answered 400. */
export const bodyRefusedOtherwise: Outcomes = {
  refused: {
    means:
      'The body was refused, but not with 400: a client that handles 400 as documented does not learn that ' +
      'its input is wrong.',
    mend:
      'Return 400 for every invalid body. Many frameworks choose another status for errors of parsing and ' +
      'validation (422 above all, also 415): set it in the error handler.',
  },
  failed: {
    means:
      'The server fails where the client made the mistake: the client retries what can never succeed, and ' +
      'monitoring reports an outage.',
    mend:
      'Check types before a value is used, and turn the errors of parser and validation into 400. Usual ' +
      'causes: a string method or a database driver called with another type, a field read from null, and ' +
      'a parser whose exception nothing catches.',
  },
};

/** For routes that redirect; where Location differs by a trailing slash alone, the router does so by itself. */
export const servedElsewhere =
  'Serve the operation at the path of the specification, and do not redirect from it. If Location differs ' +
  'only by a trailing slash: declare the route without the slash, or switch off the setting that appends ' +
  'it. Another --base-url does not cure that.';
