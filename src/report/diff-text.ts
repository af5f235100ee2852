import { printableWhole, type Shown, shown } from '../text/shown.ts';
import { type Change, changeKinds } from './changes.ts';
import {
  changeGroups,
  changeWords,
  nameOfChange,
  nextSteps,
  type ReportDifference,
  reportWords,
  verdictOfDiff,
} from './diff.ts';
import { codeSpan, markdownText } from './markdown.ts';
import { item, labeled, paged, part, type Sheet, sheetOf, toned } from './terminal/block.ts';

/** Renders a difference for the terminal: the changes first, then what to do, and the verdict last. */
export function terminalDiff(difference: ReportDifference, options: Parameters<typeof sheetOf>[0]): Shown {
  const page = sheetOf(options);
  const { changes } = difference;
  const { word, exitStatus } = verdictOfDiff(difference);
  const last = shown`petstore-conformance: ${printableWhole(`${word} (exit status ${exitStatus}) ${changeWords(changes)}`)}`;
  return paged([
    ...changeParts(page, changes),
    [
      ...summaryRows(difference).flatMap(([label, text]) => labeled(page, label, text)),
      page.paint('bold', last),
    ],
  ]);
}

/** Renders the changes by kind. */
export function changeParts(page: Sheet, changes: readonly Change[]) {
  return changeGroups(changes).map(({ heading, changes: some }) =>
    part(
      page,
      heading,
      some.length,
      some.flatMap((change) => changeLines(page, change)),
    ),
  );
}

/** Returns what to do, what makes the runs hard to compare, and which runs were compared. */
function summaryRows({ changes, caveats, old, new: now, notes }: ReportDifference) {
  return [
    ...nextSteps(changes).map((step) => ['What to do', step] as const),
    ...caveats.map((caveat) => ['Conditions', caveat] as const),
    ['Before', reportWords(old)] as const,
    ['Now', reportWords(now)] as const,
    ['Target', now.target] as const,
    ...notes.map((note) => ['Note', note] as const),
  ];
}

function changeLines(page: Sheet, change: Change): Shown[] {
  const { kind, row, excused, note } = change;
  const tone = kind === 'new' && excused !== undefined ? 'warn' : changeKinds[kind].tone;
  const id = [nameOfChange(change), ...(note === undefined ? [] : [note])].join(' · ');
  return [...item(page, row).map((line) => toned(page, tone, line)), ...item(page, id, shown`    `)];
}

/** Maximum number of entries under one heading: a pull request comment is limited to 65,536 characters. */
const maxEntries = 40;

/** Renders a difference as Markdown, for a pull request comment or a step summary. */
export function markdownDiff(difference: ReportDifference): string {
  const { changes } = difference;
  const groups = changeGroups(changes).map(({ heading, changes: some }) => {
    const entries = some.slice(0, maxEntries).map((change) => {
      const { requirement, row, excused } = change;
      const note = [excused, change.note].filter((words) => words !== undefined).join(': ');
      return `- ${codeSpan(row, 300)} ${markdownText(requirement)}${note === '' ? '' : ` (${markdownText(note, 200)})`}`;
    });
    const more = some.length - entries.length;
    return [`### ${heading} (${some.length})`, '', ...entries, ...(more === 0 ? [] : [`- and ${more} more`])];
  });
  const mark = verdictOfDiff(difference).exitStatus === 0 ? '✅' : '❌';
  const rows = summaryRows(difference).map(([label, text]) => `- **${label}** ${markdownText(text)}`);
  const parts = [[`## ${mark} ${markdownText(changeWords(changes))}`], ...groups, rows];
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}
