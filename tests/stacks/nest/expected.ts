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
    'errors.elsewhere': 'the same body for the 404',
    'headers.elsewhere': 'guards do not run where no route matches',
  },
  differences: [],
};
