import type { Expectations } from '../expectations.ts';

export const expected: Expectations = {
  title: 'Koa 3 with koa-ratelimit',
  fails: {
    'headers.present':
      'the default error handler removes all headers before it responds to errors of the body parser',
    'errors.shape': 'the default error handler sends plain text',
  },
  warns: {
    'auth.challenge': 'nothing adds WWW-Authenticate to a hand-written 401',
    'auth.scheme-case': 'the whole header is compared',
    'errors.elsewhere': 'the default 404 is plain text',
    'headers.form': 'the memory driver keeps the reset in seconds with a fraction, and sends it unrounded',
  },
  differences: [],
};
