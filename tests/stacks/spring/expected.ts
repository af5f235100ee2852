import type { Expectations } from '../expectations.ts';

export const expected: Expectations = {
  title: 'Spring Boot 4 with bucket4j',
  fails: {
    'headers.present':
      'the filter of the documentation sends X-Rate-Limit-Remaining, and no Limit and no Reset',
    'limit.retry-after': 'the same filter has a header of its own for it, X-Rate-Limit-Retry-After-Seconds',
    'errors.shape': 'the default error body has timestamp, status, error and path',
    'invalid.name-type': 'Jackson coerces numbers and booleans to texts',
    'invalid.description-type': 'the same coercion',
    'create.description-optional': 'Jackson writes a field that was not given as null',
    'list.category': 'the same null in the list',
  },
  warns: {
    'auth.challenge': 'sendError(401) adds no header',
    'auth.scheme-case': 'the header is compared as a whole',
    'errors.elsewhere': 'the same default body for the 404',
    'headers.elsewhere': 'the same filter',
  },
  differences: [],
};
