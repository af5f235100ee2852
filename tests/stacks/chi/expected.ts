import type { Expectations } from '../expectations.ts';

export const expected: Expectations = {
  title: 'Go with chi and httprate',
  fails: {
    'list.ok': 'encoding/json writes a nil slice as null, such as the list before the first creation',
    'invalid.name-missing': 'encoding/json ignores case in field names',
  },
  warns: {
    'invalid.body-lenient': 'a Decoder reads one value and ignores what follows',
    'auth.challenge': 'nothing adds WWW-Authenticate to a hand-written 401',
    'auth.scheme-case': 'the whole header is compared',
    'errors.elsewhere': 'the default 404 is plain text',
  },
  differences: [],
};
