import { joined, padded, printable, type Shown, shown } from '../../text/shown.ts';
import { minuteOf } from '../content.ts';
import { markdownText } from '../markdown.ts';
import type { Verdict } from '../model/report.ts';
import { item, type Page, paged, pageOf, paragraph, part } from '../terminal/block.ts';
import {
  type Column,
  type Comparison,
  columnFacts,
  labelWords,
  latencyWords,
  leftoverWords,
  legend,
  letters,
  noteWords,
  passedWords,
  type Row,
  requestsWords,
  stateWords,
} from './compare.ts';

const colors: Readonly<Partial<Record<Verdict, 'red' | 'green' | 'yellow' | 'dim'>>> = {
  pass: 'green',
  fail: 'red',
  warn: 'yellow',
  flaky: 'yellow',
  waived: 'yellow',
};
/** The longest id that is shown in full. */
const longestId = 40;

/** Renders a comparison for a terminal: the runs, the matrix, and what all of it amounts to. */
export function terminalComparison(comparison: Comparison, options: Parameters<typeof pageOf>[0]): Shown {
  const page = pageOf(options);
  const { columns, sections } = comparison;
  const names = columns.map((_, index) => columnName(index));
  const ids = sections.flatMap(({ rows }) => rows.map(({ id }) => printable(id, longestId).length));
  const idWidth = Math.max(0, ...ids) + 2;
  // The newest runs, as many as fit next to the ids.
  const first = Math.max(0, columns.length - Math.floor((page.width - idWidth - 2) / 2));
  return paged([
    part(
      page,
      'Runs',
      columns.length,
      columns.flatMap((column, index) => runLines(page, names[index] ?? '', column)),
    ),
    ...sections.map(({ title, rows }) =>
      part(page, title, rows.length, [
        heads(page, names, columns, first, idWidth),
        ...rows.map((row) => rowLine(page, row, first, idWidth)),
      ]),
    ),
    [
      ...(first === 0
        ? []
        : paragraph(
            page,
            `The matrix shows the newest ${columns.length - first} of ${columns.length} runs.`,
          )),
      ...paragraph(page, legend),
      ...noteWords(comparison).flatMap((note) => paragraph(page, note)),
      ...paragraph(page, passedWords(comparison)),
    ],
  ]);
}

/** Returns A to Z, then AA, AB and so on. */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : `${columnName(Math.floor(index / 26) - 1)}${letter}`;
}

function runLines(page: Page, name: string, { name: file, summary, caveats, otherSeed }: Column): Shown[] {
  const { startedAt, target, labels, outcome, seed, latencyMs } = summary;
  const line = (lead: string, words: readonly string[]) =>
    paragraph(page, `${lead.padEnd(3)} ${words.filter((word) => word !== '').join(' · ')}`, 4);
  const left = `leftovers ${leftoverWords(summary)}`;
  const changed = otherSeed ? `seed ${seed} (changed)` : '';
  return [
    ...line(name, [minuteOf(startedAt), outcome, labelWords(labels), target, file]),
    ...line('', [requestsWords(summary), latencyWords(latencyMs), left, changed]),
    ...(caveats.length === 0 ? [] : item(page, `* hard to compare: ${caveats.join('; ')}`)),
  ];
}

/** Renders the names of the runs; a star marks those that are hard to compare. */
function heads(
  page: Page,
  names: readonly string[],
  columns: readonly Column[],
  first: number,
  idWidth: number,
): Shown {
  const cells = joined(
    columns
      .slice(first)
      .map(
        ({ caveats }, index) =>
          shown`${printable((names[first + index] ?? '').slice(-1))}${caveats.length === 0 ? ' ' : '*'}`,
      ),
    '',
  );
  return page.paint('dim', shown`│ ${padded(shown``, idWidth)}${cells}`);
}

function rowLine(page: Page, row: Row, first: number, idWidth: number): Shown {
  const cells = row.verdicts.slice(first).map((verdict) => {
    if (verdict === undefined) return shown`  `;
    const color = colors[verdict];
    const letter = printable(letters[verdict]);
    return shown`${color === undefined ? letter : page.paint(color, letter)} `;
  });
  const state = stateWords(row);
  return shown`│ ${padded(printable(row.id, longestId), idWidth)}${joined(cells, '')}${state === '' ? '' : shown` ${printable(state)}`}`;
}

/** Renders a comparison as Markdown: for a comment, an issue or the summary of a step. */
export function markdownComparison(comparison: Comparison): string {
  const { columns, sections } = comparison;
  const names = columns.map((_, index) => columnName(index));
  const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
    [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  const facts = columns.map(columnFacts);
  const lines = (facts[0] ?? []).map(([fact], at) => [
    fact,
    ...facts.map((all) => markdownText(all[at]?.[1] ?? '')),
  ]);
  const caveats = columns.flatMap(({ caveats: all }, index) =>
    all.length === 0 ? [] : [`- ${names[index]} is hard to compare (*): ${markdownText(all.join('; '))}`],
  );
  const shownSections = sections.flatMap(({ title, rows }) => {
    const different = rows.filter(({ differs, state }) => differs || state?.kind === 'failing since');
    const cells = different.map((row) => [
      `\`${markdownText(row.id)}\``,
      ...row.verdicts.map((verdict) => (verdict === undefined ? '' : letters[verdict])),
      markdownText(stateWords(row)),
    ]);
    return cells.length === 0
      ? []
      : [`### ${markdownText(title)}\n\n${table(['Requirement', ...names, ''], cells)}`];
  });
  return `${[
    '## Comparison of runs',
    [passedWords(comparison), ...noteWords(comparison)].join(' '),
    table(['', ...names], lines),
    ...(caveats.length === 0 ? [] : [caveats.join('\n')]),
    ...(shownSections.length === 0 ? ['All runs agree on every requirement.'] : [...shownSections, legend]),
  ].join('\n\n')}\n`;
}
