import type { Expectations } from '../expectations.ts';

export const expected: Expectations = {
  title: 'Jetty 12, embedded',
  fails: {
    'auth.key-exact':
      'Jetty caches header values per connection and ignores case, so a key in a different case is read as the previous key',
    'invalid.name-type': 'Jackson coerces numbers and booleans to strings',
    'invalid.description-type': 'Jackson also coerces values of this field',
  },
  warns: {
    'auth.scheme-case': 'the whole header is compared',
    'invalid.body-lenient': 'Jackson reads one value and ignores what follows',
  },
  differences: [
    {
      requirement: 'auth.scheme-case',
      seen: 'nothing',
      why: 'the lowercase scheme follows the usual one on the same connection, so Jetty reads the cached value',
    },
  ],
};

export const fixed: Expectations = {
  title: 'Jetty 12, embedded, fixed',
  fails: {},
  warns: {},
  differences: [],
};
