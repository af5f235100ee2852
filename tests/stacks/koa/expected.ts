import type { Expectations } from '../expectations.ts';

export const expected: Expectations = {
  title: 'Koa 3 with koa-ratelimit',
  fails: {
    'headers.present':
      'the default error handler removes all headers before it answers what the body parser threw',
    'errors.shape': 'the default error handler answers in plain text',
  },
  warns: {
    'auth.challenge': 'nothing adds WWW-Authenticate to a 401 that is written by hand',
    'auth.scheme-case': 'the header is compared as a whole',
    'errors.elsewhere': 'the default 404 is plain text',
    'headers.form': 'the memory driver keeps the reset in seconds with a fraction, and sends it so',
  },
  differences: [],
};
