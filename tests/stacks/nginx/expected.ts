import type { Expectations } from '../expectations.ts';

export const expected: Expectations = {
  title: 'nginx with limit_req',
  fails: {},
  warns: {
    'http.sheds-load': 'more than two requests at the same time get 503, the default of limit_req',
  },
  // A single request also gets a 503 if it comes too soon after the previous ones.
  mayWarn: ['http.passing-failures'],
  differences: [],
};

export const fixed: Expectations = {
  title: 'nginx with limit_req, fixed',
  fails: {},
  warns: {},
  differences: [],
};
