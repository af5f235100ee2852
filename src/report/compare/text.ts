import { joined, padded, printable, type Shown, shown } from '../../text/shown.ts';
import { markdownText } from '../markdown.ts';
import { verdicts } from '../model/verdicts.ts';
import { item, type Page, paged, pageOf, paragraph, part, toned } from '../terminal/block.ts';
import {
  type Column,
  type Comparison,
  caveatsName,
  factsOfRuns,
  legendOf,
  newestWords,
  noteWords,
  passedWords,
  targetName,
} from './compare.ts';
import { type Row, stateWords } from './rows.ts';

/** The longest id that is shown in full. */
const longestId = 40;

/** Renders a comparison for a terminal: the runs, the matrix, and what all of it amounts to. */
export function terminalComparison(comparison: Comparison, options: Parameters<typeof pageOf>[0]): Shown {
  const page = pageOf(options);
  const { columns, sections } = comparison;
  const ids = sections.flatMap(({ rows }) => rows.map(({ id }) => printable(id, longestId).length));
  const idWidth = Math.max(0, ...ids) + 2;
  // As many runs as fit next to the ids, and a star after the last one.
  const fitting = columns.slice(0, Math.floor((page.width - idWidth - 2) / 2));
  return paged([
    newsLines(page, comparison),
    part(page, 'Runs', columns.length, runLines(page, columns)),
    ...sections.map(({ title, rows }) =>
      part(page, title, rows.length, [
        ...heads(page, fitting, idWidth),
        ...rows.flatMap((row) => rowLines(page, row, fitting.length, idWidth)),
      ]),
    ),
    [
      ...(fitting.length === columns.length
        ? []
        : paragraph(page, `The matrix shows the first ${fitting.length} of ${columns.length} runs.`)),
      ...paragraph(page, legendOf(comparison)),
      ...noteWords(comparison).flatMap((note) => paragraph(page, note)),
      ...paragraph(page, passedWords(comparison)),
      ...paragraph(page, newestWords(comparison) ?? ''),
    ].filter((line) => line.length > 2),
  ]);
}

/** Renders what changed in the newest run, and what to do. */
function newsLines(page: Page, comparison: Comparison): readonly Shown[] {
  const { news } = comparison;
  if (news === undefined) return [];
  const lines = [news.sentence, ...news.nextSteps];
  return [
    ...paragraph(page, newestWords(comparison) ?? ''),
    ...lines.flatMap((line) => item(page, line, longestNews)),
  ];
}

const longestNews = 2_000;

/** Facts whose values need no name next to them. */
const plain: readonly string[] = ['Started', 'Target', 'Labels', 'Verdict', 'File'];

/** Renders the facts that all runs share once, and a paragraph for each run. */
function runLines(page: Page, columns: readonly Column[]): Shown[] {
  const { shared, own } = factsOfRuns(columns);
  const words = (name: string, value: string) =>
    plain.includes(name) ? value : `${name.toLowerCase()} ${value}`;
  const facts = own.filter(({ name }) => name !== caveatsName);
  return [
    ...(shared === undefined ? [] : paragraph(page, shared, 4)),
    ...columns.flatMap(({ number, caveats }, index) => [
      ...paragraph(
        page,
        `${String(number).padEnd(3)} ${facts.flatMap(({ name, values: { [index]: value = '' } }) => (value === '' ? [] : words(name, value))).join(' · ')}`,
        4,
      ),
      ...(caveats.length === 0 ? [] : item(page, `* hard to compare: ${caveats.join('; ')}`)),
    ]),
  ];
}

/** Renders the numbers of the runs, their tens above; a star marks those that are hard to compare. */
function heads(page: Page, columns: readonly Column[], idWidth: number): Shown[] {
  const line = (cells: readonly string[]) =>
    page.paint('dim', shown`│ ${padded(shown``, idWidth)}${printable(cells.join('').trimEnd())}`);
  const tens = columns.map(({ number }) => `${number < 10 ? ' ' : Math.floor(number / 10) % 10} `);
  return [
    ...(columns.some(({ number }) => number > 9) ? [line(tens)] : []),
    line(columns.map(({ number, caveats }) => `${number % 10}${caveats.length === 0 ? ' ' : '*'}`)),
  ];
}

/** Renders a row; what is known of it has a line of its own if it does not fit. */
function rowLines(page: Page, row: Row, most: number, idWidth: number): Shown[] {
  const inRow = row.verdicts.slice(0, most);
  const cells = inRow.map((verdict) => {
    if (verdict === undefined) return shown`  `;
    const { letter, tone } = verdicts[verdict];
    return shown`${toned(page, tone, printable(letter))} `;
  });
  const line = shown`│ ${padded(printable(row.id, longestId), idWidth)}${joined(cells, '')}`;
  const state = stateWords(row);
  if (state === '') return [line];
  const fits = idWidth + 2 * inRow.length + printable(state).length + 3 <= page.width;
  return fits ? [shown`${line} ${printable(state)}`] : [line, ...item(page, state)];
}

/** Renders a comparison as Markdown: for a comment, an issue or the summary of a step. */
export function markdownComparison(comparison: Comparison): string {
  const { columns, sections, isHistory, news } = comparison;
  const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
    [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  const { shared, own } = factsOfRuns(columns);
  const runs = columns.map(({ number }, index) => [
    String(number),
    ...own.map(({ values }) => markdownText(values[index] ?? '')),
  ]);
  const heads = columns.map(({ number, caveats, summary }) =>
    markdownText(`${number}${isHistory ? '' : ` ${targetName(summary)}`}${caveats.length === 0 ? '' : ' *'}`),
  );
  const shownSections = sections.flatMap(({ title, rows }) => {
    const different = rows.filter(({ differs, state }) => differs || state?.kind === 'failing since');
    const cells = different.map((row) => [
      `\`${markdownText(row.id)}\``,
      ...row.verdicts.map((verdict) => (verdict === undefined ? '' : verdicts[verdict].letter)),
      markdownText(stateWords(row)),
    ]);
    return cells.length === 0
      ? []
      : [`### ${markdownText(title)}\n\n${table(['Requirement', ...heads, ''], cells)}`];
  });
  const newest = newestWords(comparison);
  return `${[
    '## Comparison of runs',
    ...(newest === undefined ? [] : [`**${markdownText(newest)}**`]),
    ...(news === undefined
      ? []
      : [[news.sentence, ...news.nextSteps].map((words) => `- ${markdownText(words)}`).join('\n')]),
    [passedWords(comparison), ...noteWords(comparison)].join(' '),
    ...(shared === undefined ? [] : [markdownText(shared)]),
    table(['Run', ...own.map(({ name }) => markdownText(name))], runs),
    ...(shownSections.length === 0
      ? ['All runs agree on every requirement.']
      : [...shownSections, legendOf(comparison)]),
  ].join('\n\n')}\n`;
}
