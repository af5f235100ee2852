import type { Defect, Variant } from '../reference-server/change.ts';
import { descriptionDefects } from './entry.ts';
import type { Outcome } from './outcome.ts';
import type { Matrix, Summary } from './summary.ts';

/** Writes `docs/gallery.md`: the kill matrix and every server of the gallery, the same text after each run. */
export function galleryPage(outcomes: readonly Outcome[], summary: Summary): string {
  const { defects, variants } = summary;
  return `<!-- Written by \`npm run gallery\`. A test holds it against what that writes. -->

# The gallery

A kit is worth believing if it shows that each of its checks can fail, for the right reason, and that it leaves
legal servers alone. So it is run against ${defects.all} of the ${defects.all + descriptionDefects.length} servers with one mistake each (the other ${descriptionDefects.length} are
[wrong in the interface description alone](#the-interface-description)), and against ${variants.all} that are unusual and keep the specification. The reference server is changed for each of them in one point; kit and
server share a clock whose sleeps take no time, so that all of them take seconds.

- Each mistake must be found at the rows that it names, and at no other.
- Each legal server must pass; a warning that one rightly gets is named.
- No request may be sent between a 429 and the end of the time it gave, by the server's own count.
- Each row needs two mistakes or more, and one at least that another row does not share.

\`npx petstore-conformance gallery\` does it again; it ends with 1 if any of this does not hold. Each check was taken away
in turn to see it end so: [which check finds what](gallery-necessity.md).

| | |
| --- | --- |
| Defects found with the right row | ${share(defects)} |
| Legal variants passed | ${share(variants)} |
| Requests sent while limited | ${summary.whileLimited} |

## The kill matrix

${summary.matrix.map((section) => sectionText(section, outcomes)).join('\n\n')}

## Legal variants

${table(['Variant', 'What is unlike', 'Why it is legal', 'Warned of'], outcomes.flatMap(variantRow))}

## The interface description

These servers are wrong in their interface description alone. A run finds that where it is given the description
(\`--description\`), which no run of the gallery is; the tests of the command give it.

${table(
  ['Defect', 'What is wrong', 'Row'],
  descriptionDefects.map((defect) => [
    code(defect.id),
    defect.title,
    defect.requirements.map(code).join(', '),
  ]),
)}
`;
}

function sectionText({ title, rows }: Matrix[number], outcomes: readonly Outcome[]): string {
  const ids = rows.map(({ id }) => id);
  const defects = outcomes.flatMap(({ entry, found }) =>
    entry.kind === 'defect' && found.some((id) => ids.includes(id)) ? [{ found, defect: entry.server }] : [],
  );
  const marks = defects.map(({ found, defect }) => [
    code(defect.id),
    ...ids.map((id) => (found.includes(id) ? '×' : '')),
  ]);
  const sums = ['together', ...rows.map((row) => String(row.defects.length))];
  return [
    `### ${title}`,
    table(['', ...ids.map((id) => code(id))], [...marks, sums]),
    table(
      ['Defect', 'What is wrong', 'How it comes about'],
      defects.map(({ defect }) => defectRow(defect)),
    ),
  ].join('\n\n');
}

function defectRow({ id, title, story, needs = [] }: Defect): string[] {
  const needed = needs.map((need) => (need === 'plan' ? '`--plan`' : '`--profile thorough`'));
  return [code(id), needed.length === 0 ? title : `${title} (needs ${needed.join(', ')})`, story];
}

function variantRow({ entry, found }: Outcome): string[][] {
  if (entry.kind !== 'variant') return [];
  const { id, title, legal }: Variant = entry.server;
  return [[code(id), title, legal, found.map(code).join(', ')]];
}

const share = ({ good, all }: Summary['defects']): string => `${good}/${all}`;

const code = (text: string): string => `\`${text}\``;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
