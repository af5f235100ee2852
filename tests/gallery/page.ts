import { descriptionDefects } from './reference.ts';
import type { Outcome } from './run-row.ts';
import type { Matrix, Summary } from './summary.ts';

/** Writes `docs/gallery.md`: what the gallery shows in numbers, and how many defects violate each requirement. */
export function galleryPage(outcomes: readonly Outcome[], summary: Summary): string {
  const { defects, variants, matrix } = summary;
  const warned = outcomes.filter(({ row, found }) => row.family === 'variants' && found.length > 0);
  return `<!-- Written by \`npm run gallery\`. A test compares it with what that command writes. -->

# The gallery

The gallery shows that every requirement can fail, for the right reason, and that legal servers pass. The kit runs
against the reference server, with one change each time. A defect is a mistake. A legal variant behaves unusually but
conforms. Kit and server share a virtual clock, so waits take no real time.

| Result | |
| --- | --- |
| Defects reported under exactly the requirements that they violate | ${share(defects)} |
| Legal variants that pass | ${share(variants)} |
| Legal variants that get the expected warning | ${warned.length} |
| Requests sent while rate-limited: after a 429, before its wait is over | ${summary.whileLimited} |
| Requirements that the defects violate | ${matrix.flatMap(({ rows }) => rows).length} |

- [All defects](data/gallery-defects.csv): the requirements that each violates, what is wrong, and how it happens in practice.
- [All legal variants](data/gallery-variants.csv): what is different, why it is legal, and its warnings.

\`npm run gallery\` in a clone repeats all runs in about two minutes and writes this page. It exits with 1 if a defect is missed or
reported under other requirements, if a legal variant fails, or if a request is sent too early. Each requirement needs at least two
defects, and one of them violates no other requirement. ${descriptionDefects.length} more defects change only the interface description and need \`--description\`;
the tests of \`run\` cover them. [Evidence](evidence.md) says how each check and each request was shown to be needed.

## Defects per requirement

"Alone" counts the defects that violate no other requirement.

${table(
  ['Requirement', 'Defects', 'Alone', 'Example'],
  matrix.flatMap(({ rows }) => rows.map((row) => cellsOf(row, outcomes))),
)}
`;
}

function cellsOf({ id, defects }: Matrix[number]['rows'][number], outcomes: readonly Outcome[]): string[] {
  const alone = outcomes.filter(({ row, found }) => row.family === 'defects' && found.join() === id);
  const [first] = alone;
  return [code(id), `${defects.length}`, `${alone.length}`, code(first?.row.id ?? defects[0] ?? '')];
}

const share = ({ good, all }: Summary['defects']): string => `${good}/${all}`;

const code = (text: string): string => `\`${text}\``;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
