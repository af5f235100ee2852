import { ledger } from './ledger.ts';
import { namedOperations } from './operations.ts';

/** What else stands in every report: names of headers, and values of fields that have a fixed set of values. */
const others = [
  'petstore-conformance/report pet store service interface specification',
  'authorization: bearer content-type: application/json accept: application/json user-agent: location:',
  'x-ratelimit-limit: x-ratelimit-remaining: x-ratelimit-reset: retry-after: www-authenticate: realm',
  'description categories category petstore password username',
  'not exercised · not asked · observed · excluded · waived · required · advisory',
  'conforms · does not conform · could not be tested · interrupted · accepted though invalid · accepted without a key',
  'enterprise business gentle standard thorough everyresponse',
  'bearer-lowercase unknown-key key-cut key-extended key-empty key-other-case scheme-missing scheme-basic-encoded',
];

const vocabulary = [
  ...others,
  ...namedOperations.map(({ id, method, path }) => `${id} ${method} ${path}`),
  ...ledger.flatMap(
    ({ id, title, source, sentence = '', asks, means, mend, outcomes = {}, software = '' }) => [
      ...[id, title, source, sentence, asks, means, mend, software],
      ...Object.values(outcomes).flatMap((advice) => Object.values(advice)),
    ],
  ),
]
  .join('\n')
  .toLowerCase();

/** Whether a text stands in the specification, or in what the kit says of it: it then says nothing of a secret. */
export function isVocabulary(text: string): boolean {
  return vocabulary.includes(text.toLowerCase());
}
