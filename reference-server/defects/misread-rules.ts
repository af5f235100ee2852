import type { NewCategory } from '../categories.ts';
import type { Defect } from '../change.ts';
import { editRateHeaders, editResponses, editStored, withStatus } from '../edits.ts';

const mostCharacters = 12;

const cutShort = ({ name, description }: NewCategory): NewCategory =>
  description === undefined ? { name } : { name, description: description.slice(0, mostCharacters) };

/** Sentences of the specification that were misread. */
export const misreadRuleDefects: readonly Defect[] = [
  {
    id: 'remaining-counts-up',
    title: 'X-RateLimit-Remaining shows how many requests were made',
    story: '"Current usage" is read as what was used.',
    requirements: ['headers.usage'],
    change: editRateHeaders((lines, { shown }) =>
      lines.map(([name, value]) =>
        name === 'X-RateLimit-Remaining' ? [name, String(shown.limit - shown.remaining)] : [name, value],
      ),
    ),
  },
  {
    id: 'reset-in-local-time',
    title: 'X-RateLimit-Reset is the local time of a place five hours behind',
    story: 'A date without a zone is turned into a timestamp on a machine that does not run on UTC.',
    requirements: ['headers.reset'],
    change: editRateHeaders((lines) =>
      lines.map(([name, value]) =>
        name === 'X-RateLimit-Reset' ? [name, String(Number(value) - 5 * 3_600)] : [name, value],
      ),
    ),
  },
  {
    id: 'errors-answered-200',
    title: 'What should be 400 is answered 200, with the Error',
    story: 'Every answer of the house is 200, and its body tells what became of it.',
    requirements: [
      'invalid.body-empty',
      'invalid.body-malformed',
      'invalid.body-type',
      'invalid.description-type',
      'invalid.name-missing',
      'invalid.name-type',
    ],
    change: editResponses(withStatus(400), (response) => ({ ...response, status: 200 })),
  },
  {
    id: 'descriptions-cut',
    title: 'Descriptions are cut after twelve characters without a word',
    story: 'The column is that long, and the database is told not to be strict.',
    requirements: ['create.fields', 'create.text'],
    change: editStored(cutShort),
  },
];
