import type { Expectations } from '../expectations.ts';

export const expected: Expectations = {
  title: 'Mojolicious 9',
  fails: {
    'invalid.name-type':
      'Perl tells no number from a string unless one looks closely, and references are true',
    'invalid.description-type': 'it is taken as it comes',
    'invalid.body-type': 'reading a field of an array, a string or a number dies: 500',
  },
  warns: {
    'auth.challenge': 'nothing adds WWW-Authenticate to a 401 that is written by hand',
    'auth.scheme-case': 'the header is compared as a whole',
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
