import type { Expectations } from '../expectations.ts';

export const expected: Expectations = {
  title: 'Spring Boot 4 with bucket4j',
  fails: {
    'headers.present':
      'the filter in the documentation sends X-Rate-Limit-Remaining, but neither Limit nor Reset',
    'limit.retry-after': 'the filter in the documentation sends X-Rate-Limit-Retry-After-Seconds instead',
    'errors.shape': 'the default error body has timestamp, status, error and path',
    'invalid.name-type': 'Jackson coerces numbers and booleans to strings',
    'invalid.description-type': 'Jackson also coerces values of this field',
    'create.description-optional': 'Jackson writes missing fields as null',
    'list.category': 'Jackson writes the same null in the list',
  },
  warns: {
    'auth.challenge': 'sendError(401) adds no WWW-Authenticate',
    'auth.scheme-case': 'the whole header is compared',
    'errors.elsewhere': 'the default 404 has timestamp, status, error and path',
    'headers.elsewhere': 'the filter in the documentation sends no X-RateLimit headers',
  },
  differences: [],
};
