import { largest } from '../../text/largest.ts';
import { joined, padded, printable, type Shown, shown } from '../../text/shown.ts';
import { markdownTable, markdownText } from '../markdown.ts';
import type { Verdict } from '../model/report.ts';
import { verdicts } from '../model/verdicts.ts';
import { item, paged, paragraph, part, type Sheet, sheetOf, toned } from '../terminal/block.ts';
import { type Comparison, factsOfRuns, type RunColumn, targetName } from './compare.ts';
import type { MatrixRow } from './states.ts';

/** The longest id that is shown in full. */
const longestId = 40;

/** Renders a comparison for a terminal: the news, the runs, the matrix, and what all of it amounts to. */
export function terminalComparison(comparison: Comparison, options: Parameters<typeof sheetOf>[0]): Shown {
  const page = sheetOf(options);
  const { columns, sections, news, legend, notes, isHistory } = comparison;
  const ids = sections.flatMap(({ rows }) => rows.map(({ id }) => printable(id, longestId).length));
  const idWidth = largest(0, ids) + 2;
  // As many runs as fit next to the ids, and a star after the last one.
  const fitting = columns.slice(0, Math.floor((page.width - idWidth - 2) / 2));
  const left =
    fitting.length === columns.length
      ? ''
      : `The matrix shows the first ${fitting.length} of ${columns.length} runs.`;
  const sentences = (texts: readonly string[]) =>
    texts.flatMap((text) => (text === '' ? [] : paragraph(page, text)));
  return paged([
    news.flatMap((line) => item(page, line)),
    part(page, 'Runs', columns.length, runLines(page, columns)),
    ...sections.map(({ title, rows }) =>
      part(page, title, rows.length, [
        ...heads(page, fitting, idWidth),
        ...rows.flatMap((row) => rowLines(page, row, fitting.length, idWidth)),
      ]),
    ),
    // The beginning of a long matrix is far away.
    sentences([left, legend, ...notes, ...(isHistory ? news.slice(0, 1) : [])]),
  ]);
}

/** Facts whose values need no name next to them. */
const plain: readonly string[] = ['Started', 'Target', 'Labels', 'Verdict', 'File'];

/** Renders the facts that all runs share once, and a paragraph for each run. */
function runLines(page: Sheet, columns: readonly RunColumn[]): Shown[] {
  const { shared, own } = factsOfRuns(columns);
  return [
    ...(shared === undefined ? [] : paragraph(page, shared, 4)),
    ...columns.flatMap(({ number }, index) => {
      const facts = own.flatMap(({ name, values: { [index]: value = '' } }) =>
        value === '' ? [] : plain.includes(name) ? value : `${name.toLowerCase()} ${value}`,
      );
      return paragraph(page, `${String(number).padEnd(3)} ${facts.join(' · ')}`, 4);
    }),
  ];
}

/** Renders the numbers of the runs, their tens above; a star marks those that are hard to compare. */
function heads(page: Sheet, columns: readonly RunColumn[], idWidth: number): Shown[] {
  const line = (cells: readonly string[]) =>
    page.paint('dim', shown`│ ${padded(shown``, idWidth)}${printable(cells.join('').trimEnd())}`);
  const tens = columns.map(({ number }) => `${number < 10 ? ' ' : Math.floor(number / 10) % 10} `);
  return [
    ...(columns.some(({ number }) => number > 9) ? [line(tens)] : []),
    line(columns.map(({ number, caveats }) => `${number % 10}${caveats.length === 0 ? ' ' : '*'}`)),
  ];
}

/** Renders a row; what happened to it has a line of its own if it does not fit. */
function rowLines(
  page: Sheet,
  { id, verdicts: all, state }: MatrixRow,
  most: number,
  idWidth: number,
): Shown[] {
  const cells = all.slice(0, most).map((verdict) => {
    const tone = verdict === undefined ? 'calm' : verdicts[verdict].tone;
    return shown`${toned(page, tone, printable(letterOf(verdict) || ' '))} `;
  });
  const line = shown`│ ${padded(printable(id, longestId), idWidth)}${joined(cells, '')}`;
  if (state === '') return [line];
  const fits = idWidth + 2 * cells.length + printable(state).length + 3 <= page.width;
  return fits ? [shown`${line} ${printable(state)}`] : [line, ...item(page, state)];
}

/** Returns the letter of a verdict; empty if the run did not know the requirement. */
function letterOf(verdict: Verdict | undefined): string {
  return verdict === undefined ? '' : verdicts[verdict].letter;
}

/** Renders a comparison as Markdown: for a comment, an issue or the summary of a step. */
export function markdownComparison({
  columns,
  sections,
  isHistory,
  news,
  notes,
  legend,
}: Comparison): string {
  const { shared, own } = factsOfRuns(columns);
  const runs = columns.map(({ number }, index) => [
    String(number),
    ...own.map(({ values }) => markdownText(values[index] ?? '')),
  ]);
  const heads = columns.map(({ number, caveats, summary }) =>
    markdownText(`${number}${isHistory ? '' : ` ${targetName(summary)}`}${caveats.length === 0 ? '' : ' *'}`),
  );
  const failed = sections.flatMap(({ title, rows }) => {
    const cells = rows
      .filter(({ results }) => results.includes('fails'))
      .map((row) => [`\`${markdownText(row.id)}\``, ...row.verdicts.map(letterOf), markdownText(row.state)]);
    const table = markdownTable(['Requirement', ...heads, ''], cells);
    return cells.length === 0 ? [] : [`### ${markdownText(title)}\n\n${table}`];
  });
  return `${[
    '## Comparison of runs',
    news.map((line) => `- ${markdownText(line)}`).join('\n'),
    notes.join(' '),
    ...(shared === undefined ? [] : [markdownText(shared)]),
    markdownTable(['Run', ...own.map(({ name }) => markdownText(name))], runs),
    ...(failed.length === 0 ? ['No run failed a requirement.'] : [...failed, legend]),
  ].join('\n\n')}\n`;
}
