import type { Expectations } from '../expectations.ts';

export const expected: Expectations = {
  title: 'NestJS 11 with its throttler',
  fails: {
    'headers.present':
      'the body is parsed before guards run, and the guard sets the headers only after it has accepted the request',
    'headers.reset': 'the guard sends the seconds until the window ends',
    'errors.shape': 'the exceptions that come with Nest have message, error and statusCode',
  },
  warns: {
    'auth.challenge': 'UnauthorizedException adds no WWW-Authenticate',
    'auth.scheme-case': 'the guard in the documentation compares the scheme with ===',
    'errors.elsewhere': 'the default 404 has message, error and statusCode, like every Nest exception',
    'headers.elsewhere': 'guards do not run if no route matches',
  },
  differences: [
    {
      requirement: 'auth.key-exact',
      seen: 'fails',
      why: 'the header is split at spaces, so whatever follows the key after a space is ignored',
    },
  ],
  note: `The throttler counts each route separately, so proving the limit took more requests: the other routes do not use up
the quota of GET /categories. Its Reset is not a timestamp, so \`headers.usage\` was not tested.`,
};
