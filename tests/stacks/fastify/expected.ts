import type { Expectations } from '../expectations.ts';

export const expected: Expectations = {
  title: 'Fastify 5 with @fastify/rate-limit',
  fails: {
    'headers.present':
      'the plugin hangs on each route, and hooks of a route run after those of the instance: a 401 never meets it',
    'headers.reset': 'its table of headers says that x-ratelimit-reset counts the seconds until the reset',
    'errors.shape': 'a failed validation is answered with statusCode, code, error and message',
    'invalid.name-type': 'Ajv is set up with coerceTypes, which makes texts of numbers, booleans and null',
    'invalid.description-type': 'the same coerceTypes of Ajv, for the other field',
  },
  warns: {
    'auth.challenge': 'nothing adds WWW-Authenticate to a 401 that is written by hand',
    'auth.scheme-case': 'the header is compared as a whole',
    'errors.elsewhere': 'the default 404 has message, error and statusCode',
    'headers.elsewhere': 'paths without a route are not limited unless a handler for them asks for it',
  },
  differences: [],
};
