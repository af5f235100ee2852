import type { Expectations } from '../expectations.ts';

export const expected: Expectations = {
  title: 'FastAPI with slowapi',
  fails: {
    'headers.present':
      'the decorator wraps the endpoint, and what a dependency or the validation rejects never gets there',
    'errors.shape': 'HTTPException has only a detail',
    'invalid.name-missing': 'a failed validation is 422',
    'invalid.name-type': 'a failed validation is 422',
    'invalid.description-type': 'a failed validation is 422',
    'invalid.body-type': 'a failed validation is 422',
    'invalid.body-malformed': 'malformed JSON is a failed validation, too',
    'invalid.body-empty': 'a missing body is a failed validation, too',
    'create.description-optional': 'a response model shows a field that was not given as null',
    'list.category': 'the list goes through the same response model, and shows the same null',
  },
  warns: {
    'headers.form': 'the storage in memory keeps the reset as a float, and slowapi sends it so',
    'errors.elsewhere': 'the default 404 has a detail only',
    'headers.elsewhere': 'no endpoint, no decorator',
  },
  differences: [],
};
