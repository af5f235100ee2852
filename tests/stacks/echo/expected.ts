import type { Expectations } from '../expectations.ts';

export const expected: Expectations = {
  title: 'Echo 4 with tollbooth',
  fails: {
    'auth.key-missing': 'the KeyAuth middleware returns 400 for a request without a key',
    'auth.key-exact': 'the middleware also returns 400 for an empty token',
    'auth.bearer-only': 'the middleware also returns 400 for a different scheme',
    'errors.shape': 'the default error handler writes only a message',
    'headers.present': 'tollbooth sends RateLimit and X-Rate-Limit headers, not the three headers',
    'invalid.name-missing': 'encoding/json ignores case in field names',
    'limit.retry-after': 'tollbooth sends no Retry-After',
  },
  warns: {
    'auth.challenge': 'KeyAuth adds no WWW-Authenticate',
    'errors.elsewhere': 'the default error handler writes only a message, also for 404 and 415',
    'headers.elsewhere': 'tollbooth uses different header names here, too',
    'invalid.body-lenient': 'Bind reads one value and ignores what follows',
  },
  differences: [
    {
      requirement: 'create.content-type',
      seen: 'warns',
      why: 'Bind returns 415 for Application/JSON, because it compares the media type as it is written',
    },
  ],
};

export const fixed: Expectations = {
  title: 'Echo 4 with tollbooth, fixed',
  fails: {},
  warns: {},
  differences: [],
};
