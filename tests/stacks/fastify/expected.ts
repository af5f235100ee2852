import type { Expectations } from '../expectations.ts';

export const expected: Expectations = {
  title: 'Fastify 5 with @fastify/rate-limit',
  fails: {
    'headers.present':
      'the plugin adds itself to each route, and route hooks run after instance hooks: a 401 never reaches it',
    'headers.reset':
      'according to its documentation, x-ratelimit-reset is the number of seconds until the reset',
    'errors.shape': 'a failed validation returns statusCode, code, error and message',
    'invalid.name-type':
      'Ajv is set up with coerceTypes, which turns numbers, booleans and null into strings',
    'invalid.description-type': 'the same coerceTypes setting affects this field',
  },
  warns: {
    'auth.challenge': 'nothing adds WWW-Authenticate to a hand-written 401',
    'auth.scheme-case': 'the whole header is compared',
    'errors.elsewhere': 'the default 404 has message, error and statusCode',
    'headers.elsewhere': 'paths without a route are limited only if their handler requests it',
  },
  differences: [],
};
