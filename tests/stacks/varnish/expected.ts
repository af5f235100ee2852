import type { Expectations } from '../expectations.ts';

const shared = 'a response for one key is served to everyone for one second';

export const expected: Expectations = {
  title: 'Varnish with lists cached for a second',
  fails: {
    'auth.key-missing': shared,
    'auth.key-invalid': shared,
    'auth.key-exact': shared,
    'auth.bearer-only': shared,
  },
  warns: {},
  differences: [],
};

export const fixed: Expectations = {
  title: 'Varnish with lists cached for a second, fixed',
  fails: {},
  warns: {},
  differences: [],
};
