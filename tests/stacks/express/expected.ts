import type { Expectations } from '../expectations.ts';

export const expected: Expectations = {
  title: 'Express 5 with express-rate-limit',
  fails: {
    'headers.present':
      'express.json() is mounted before the limiter, as in most code, so a 400 from the parser never reaches the limiter',
  },
  warns: {
    'auth.challenge': 'nothing in Express adds WWW-Authenticate to a hand-written 401',
    'auth.scheme-case': 'the scheme is compared with ===',
  },
  differences: [
    {
      requirement: 'auth.key-exact',
      seen: 'fails',
      why: 'the header is split at spaces, so whatever follows the key after a space is ignored',
    },
  ],
};
