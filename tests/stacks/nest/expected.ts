import type { Expectations } from '../expectations.ts';

export const expected: Expectations = {
  title: 'NestJS 11 with its throttler',
  fails: {
    'headers.present':
      'the body is parsed before guards run, and the guard sets the headers only after it has decided to let pass',
    'headers.reset': 'the guard sends the seconds until the window ends',
    'errors.shape': 'the exceptions that come with Nest are answered with message, error and statusCode',
  },
  warns: {
    'auth.challenge': 'UnauthorizedException adds no header',
    'auth.scheme-case': 'the guard of the documentation compares the scheme with ===',
    'errors.elsewhere': 'the default 404 has message, error and statusCode, as every exception of Nest',
    'headers.elsewhere': 'guards do not run where no route matches',
  },
  differences: [],
  note: `The throttler counts each route apart, and its Reset is no time that the kit could hold anything against. So the limit
was not used up on purpose, and none of the ordinary requests met it: no 429, and \`limit.*\` was not exercised.`,
};
