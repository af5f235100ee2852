import type { Expectations } from '../expectations.ts';

export const expected: Expectations = {
  title: 'Spring Boot 4 with bucket4j',
  fails: {
    'headers.present':
      'the filter of the documentation sends X-Rate-Limit-Remaining, and no Limit and no Reset',
    'limit.retry-after': 'the filter in the documentation sends X-Rate-Limit-Retry-After-Seconds instead',
    'errors.shape': 'the default error body has timestamp, status, error and path',
    'invalid.name-type': 'Jackson coerces numbers and booleans to strings',
    'invalid.description-type': 'Jackson coerces them in this field, too',
    'create.description-optional': 'Jackson writes a field that was not given as null',
    'list.category': 'Jackson writes the list, too, and the same null in it',
  },
  warns: {
    'auth.challenge': 'sendError(401) adds no header',
    'auth.scheme-case': 'the whole header is compared',
    'errors.elsewhere': 'the default 404 has timestamp, status, error and path',
    'headers.elsewhere': 'the filter of the documentation sends no response has an X-RateLimit header',
  },
  differences: [],
};
