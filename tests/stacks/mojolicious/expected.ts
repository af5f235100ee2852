import type { Expectations } from '../expectations.ts';

export const expected: Expectations = {
  title: 'Mojolicious 9',
  fails: {
    'invalid.name-type': 'Perl barely distinguishes numbers from strings, and references are true',
    'invalid.description-type': 'the description is stored unchecked',
    'invalid.body-type': 'reading a field of an array, a string or a number dies: 500',
  },
  warns: {
    'auth.challenge': 'nothing adds WWW-Authenticate to a hand-written 401',
    'auth.scheme-case': 'the whole header is compared',
    'errors.elsewhere': 'the default 404 and 500 are HTML',
  },
  differences: [],
};

export const fixed: Expectations = {
  title: 'Mojolicious 9, fixed',
  fails: {},
  warns: {},
  differences: [],
};
