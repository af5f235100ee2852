import type { Expectations } from '../expectations.ts';

export const expected: Expectations = {
  title: 'Echo 4 with tollbooth',
  fails: {
    'auth.key-missing': 'the KeyAuth middleware returns 400 for a request without a key',
    'auth.key-exact': 'the same for an empty token',
    'auth.bearer-only': 'the same for another scheme',
    'errors.shape': 'the default error handler writes only a message',
    'headers.present': 'tollbooth sends RateLimit and X-Rate-Limit headers, which are other names',
    'invalid.name-missing': 'encoding/json matches the names of fields ignoring case',
    'limit.retry-after': 'tollbooth sends no Retry-After',
  },
  warns: {
    'auth.challenge': 'KeyAuth adds no header',
    'errors.elsewhere': 'the default error handler writes only a message, also for 404 and 415',
    'headers.elsewhere': 'the same other names',
    'invalid.body-lenient': 'Bind reads one value and ignores what follows',
  },
  differences: [],
};

export const fixed: Expectations = {
  title: 'Echo 4 with tollbooth, fixed',
  fails: {},
  warns: {},
  differences: [],
};
