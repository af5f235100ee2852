import { markdownTable } from '../docs/written.ts';
import { descriptionDefects } from './reference.ts';
import type { Outcome } from './run-row.ts';
import type { Summary } from './summary.ts';

/** The heading of the section about the gallery in docs/evidence.md. */
export const galleryHeading = 'The gallery';

/** Returns the section, which shows the results of the gallery in numbers. */
export function gallerySection(outcomes: readonly Outcome[], summary: Summary): string {
  const { defects, variants, matrix } = summary;
  const warned = outcomes.filter(({ row, found }) => row.family === 'variants' && found.length > 0);
  return `<!-- Written by \`npm run gallery\`. A test compares it with what that command writes. -->

The gallery shows that every requirement can fail, for the right reason, and that conforming servers pass. The kit runs against the
reference server, with one change each time. A defect is a mistake. A legal variant behaves unusually but conforms. The kit and the
server share a virtual clock, so waits take no real time.

${markdownTable(
  ['Result', ''],
  [
    ['Defects reported under exactly the requirements that they violate', share(defects)],
    ['Legal variants that pass', share(variants)],
    ['Legal variants that get the expected warning', warned.length],
    ['Requests sent while rate-limited: after a 429, before the wait is over', summary.whileLimited],
    ['Requirements that the defects violate', matrix.flatMap(({ rows }) => rows).length],
  ],
)}

- [All defects](data/gallery-defects.csv): the requirements that each violates, what is wrong, and how it happens in practice.
- [All legal variants](data/gallery-variants.csv): what is different, why it is legal, and its warnings.

\`npm run gallery\` repeats all runs in about two minutes and writes this section. It exits with 1 if a defect is missed or reported under
other requirements, if a legal variant fails, or if a request is sent too early. Each requirement needs at least two defects, and at least
one of them must violate no other requirement. Another ${descriptionDefects.length} defects change only the interface description and need \`--description\`; the tests
of \`run\` cover them.`;
}

const share = ({ good, all }: Summary['defects']): string => `${good}/${all}`;
