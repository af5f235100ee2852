import type { Expectations } from '../expectations.ts';

export const expected: Expectations = {
  title: 'Hono 4 with hono-rate-limiter',
  fails: {
    'headers.present': 'the limiter knows the RateLimit headers of the drafts only, not X-RateLimit',
    'errors.shape': 'bearerAuth and the JSON validator answer in plain text',
    'auth.key-exact': 'bearerAuth answers 400 to a header without a token',
    'auth.bearer-only': 'bearerAuth answers 400 to a header without its prefix',
    'invalid.body-type':
      'the validator hands over null as it is, and the code of its example reads a property of it',
  },
  warns: {
    'errors.elsewhere': 'the default 404 and 500 are plain text',
    'headers.elsewhere': 'no X-RateLimit header anywhere',
  },
  differences: [],
};
