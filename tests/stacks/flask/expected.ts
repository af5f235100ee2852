import type { Expectations } from '../expectations.ts';

export const expected: Expectations = {
  title: 'Flask 3 with Flask-Limiter',
  fails: {
    'invalid.name-type':
      'Flask has no validation of its own; `if not name` accepts numbers, lists and objects',
    'invalid.description-type': 'the description is stored unchecked',
    'invalid.body-type':
      'get_json returns any JSON value, and None, numbers and lists have no get method: 500',
    'list.category': 'names that are not strings were stored, and are listed',
  },
  warns: {
    'auth.challenge': 'abort(401) adds no WWW-Authenticate',
    'auth.scheme-case': 'the whole header is compared',
    'headers.elsewhere': 'a path without an endpoint is not limited',
  },
  differences: [
    {
      requirement: 'invalid.body-lenient',
      seen: 'warns',
      why: 'the json module of Python accepts NaN, which every run now sends in an unknown member',
    },
    {
      requirement: 'list.category',
      seen: 'nothing',
      why: 'names that are not strings are in the list, but the kit reports only the requirement whose violation stored them',
    },
  ],
};
