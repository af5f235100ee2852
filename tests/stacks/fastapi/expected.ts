import type { Expectations } from '../expectations.ts';

export const expected: Expectations = {
  title: 'FastAPI with slowapi',
  fails: {
    'headers.present':
      'the decorator wraps the endpoint, so requests that a dependency or the validation rejects never reach it',
    'errors.shape': 'HTTPException has only a detail',
    'invalid.name-missing': 'a failed validation is 422',
    'invalid.name-type': 'a failed validation is 422',
    'invalid.description-type': 'a failed validation is 422',
    'invalid.body-type': 'a failed validation is 422',
    'invalid.body-malformed': 'malformed JSON is also a failed validation',
    'invalid.body-empty': 'a missing body is also a failed validation',
    'create.description-optional': 'a response model shows missing fields as null',
    'list.category': 'the list uses the same response model, with the same null',
  },
  warns: {
    'headers.form': 'the in-memory storage keeps the reset as a float, and slowapi sends it unrounded',
    'errors.elsewhere': 'the default 404 has only a detail',
    'headers.elsewhere': 'unknown paths have no endpoint, so no decorator runs',
  },
  differences: [
    {
      requirement: 'invalid.body-lenient',
      seen: 'warns',
      why: 'the json module of Python accepts NaN, which every run now sends in an unknown member',
    },
  ],
};
