import type { Expectations } from '../expectations.ts';

export const expected: Expectations = {
  title: 'Jetty 12, embedded',
  fails: {
    'auth.key-exact':
      'Jetty caches the headers of a connection without regard to case: the key in the other case is read as the one before',
    'invalid.name-type': 'Jackson coerces numbers and booleans to strings',
    'invalid.description-type': 'Jackson coerces them in this field, too',
  },
  warns: {
    'auth.scheme-case': 'the header is compared as a whole',
    'invalid.body-lenient': 'Jackson reads one value, and leaves what follows it',
  },
  differences: [],
};

export const fixed: Expectations = {
  title: 'Jetty 12, embedded, fixed',
  fails: {},
  warns: {},
  differences: [],
};
