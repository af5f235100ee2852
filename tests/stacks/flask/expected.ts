import type { Expectations } from '../expectations.ts';

export const expected: Expectations = {
  title: 'Flask 3 with Flask-Limiter',
  fails: {
    'invalid.name-type':
      'Flask has no validation of its own; `if not name` lets numbers, lists and objects pass',
    'invalid.description-type': 'it is taken as it comes',
    'invalid.body-type':
      'get_json returns any JSON value, and None, numbers and lists have no get method: 500',
    'list.category': 'names that are no texts were stored, and are listed',
  },
  warns: {
    'auth.challenge': 'abort(401) adds no header',
    'auth.scheme-case': 'the header is compared as a whole',
    'headers.elsewhere': 'a path without endpoint is not limited',
  },
  differences: [
    {
      requirement: 'list.category',
      seen: 'nothing',
      why: 'they are in the list, but the kit does not blame the list for what another row let in',
    },
  ],
};
