import type { Expectations } from '../expectations.ts';

export const expected: Expectations = {
  title: 'Hono 4 with hono-rate-limiter',
  fails: {
    'headers.present': 'the limiter knows only the RateLimit headers of the drafts, not X-RateLimit',
    'errors.shape': 'bearerAuth and the JSON validator send plain text',
    'auth.key-exact': 'bearerAuth returns 400 for a header without a token',
    'auth.bearer-only': 'bearerAuth returns 400 for a header without its prefix',
    'invalid.body-type': 'the validator passes null on, and the code in its example reads a property of it',
  },
  warns: {
    'errors.elsewhere': 'the default 404 and 500 are plain text',
    'headers.elsewhere': 'no response has an X-RateLimit header',
  },
  differences: [],
};
