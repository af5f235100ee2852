import type { Expectations } from '../expectations.ts';

export const expected: Expectations = {
  title: 'axum with tower_governor',
  fails: {
    'headers.present': 'use_headers() adds Limit and Remaining, but no Reset',
    'errors.shape': 'rejections of the Json extractor are plain text',
    'create.description-optional': 'serde writes None as null',
    'list.category': 'serde writes the same null in the list',
    'invalid.name-missing': 'the Json extractor returns 422 for JSON with a different structure',
    'invalid.name-type': 'the Json extractor returns the same 422',
    'invalid.description-type': 'the Json extractor returns the same 422',
    'invalid.body-type': 'the Json extractor returns the same 422',
  },
  warns: {
    'auth.challenge': 'nothing adds WWW-Authenticate to a hand-written 401',
    'auth.scheme-case': 'the whole header is compared',
    'errors.elsewhere': 'the default 404 has no body, and the 422 and 415 of the extractor are plain text',
    'headers.elsewhere': 'Reset is missing here, too',
  },
  differences: [],
};

export const fixed: Expectations = {
  title: 'axum with tower_governor, fixed',
  fails: {},
  warns: {},
  differences: [],
};
