import type { NewCategory } from '../categories.ts';
import type { Defect } from '../changes/change.ts';
import { editRateHeaders, editResponses, editStored, withStatus } from '../changes/edits.ts';

const maxCharacters = 12;

const cutShort = ({ name, description }: NewCategory): NewCategory =>
  description === undefined ? { name } : { name, description: description.slice(0, maxCharacters) };

/** Servers whose developers misread a sentence of the specification. */
export const misreadRuleDefects: readonly Defect[] = [
  {
    id: 'remaining-counts-up',
    title: 'Sends the number of requests made as X-RateLimit-Remaining',
    story: '"Current usage" is read as the number of requests used.',
    requirements: ['headers.usage'],
    change: editRateHeaders((lines, { shown }) =>
      lines.map(([name, value]) =>
        name === 'X-RateLimit-Remaining' ? [name, String(shown.limit - shown.remaining)] : [name, value],
      ),
    ),
  },
  {
    id: 'reset-in-local-time',
    title: 'Sends X-RateLimit-Reset in local time, five hours behind',
    story: 'A date without a zone is converted to a timestamp on a machine outside UTC.',
    requirements: ['headers.reset'],
    change: editRateHeaders((lines) =>
      lines.map(([name, value]) =>
        name === 'X-RateLimit-Reset' ? [name, String(Number(value) - 5 * 3_600)] : [name, value],
      ),
    ),
  },
  {
    id: 'errors-answered-200',
    title: 'Returns the Error with status 200 instead of 400',
    story: 'By company convention, every response is 200, and the body reports the outcome.',
    requirements: [
      'invalid.body-empty',
      'invalid.body-malformed',
      'invalid.body-type',
      'invalid.description-type',
      'invalid.name-missing',
      'invalid.name-type',
      'invalid.either',
    ],
    change: editResponses(withStatus(400), (response) => ({ ...response, status: 200 })),
  },
  {
    id: 'descriptions-cut',
    title: 'Cuts descriptions after twelve characters without an error',
    story: 'The column has that length, and the database is not in strict mode.',
    requirements: ['create.fields', 'create.text'],
    change: editStored(cutShort),
  },
];
