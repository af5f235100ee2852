import { printableWhole, type Shown, shown } from '../text/shown.ts';
import { changeKinds } from './changes.ts';
import {
  changeGroups,
  changeWords,
  nextSteps,
  type ReportChange,
  type ReportDifference,
  reportWords,
  verdictOfDiff,
} from './diff.ts';
import { codeSpan, markdownText } from './markdown.ts';
import { failureWords } from './rows.ts';
import { item, labeled, paged, part, type Sheet, sheetOf, toned } from './terminal/block.ts';

/** A failure that is gone has no received value. */
const isGone = ({ kind, received }: ReportChange) =>
  kind === 'fixed' || kind === 'no longer tested' || received === '';

/** Renders a difference for the terminal: the changes first, then what to do, and the verdict last. */
export function terminalDiff(difference: ReportDifference, options: Parameters<typeof sheetOf>[0]): Shown {
  const page = sheetOf(options);
  const { changes } = difference;
  const { word, exitStatus } = verdictOfDiff(difference);
  const last = shown`petstore-conformance: ${printableWhole(`${word} (exit status ${exitStatus}) ${changeWords(changes)}`)}`;
  return paged([
    ...changeGroups(changes).map(({ heading, changes: some }) =>
      part(
        page,
        heading,
        some.length,
        some.flatMap((change) => changeLines(page, change)),
      ),
    ),
    [
      ...summaryRows(difference).flatMap(([label, text]) => labeled(page, label, text)),
      page.paint('bold', last),
    ],
  ]);
}

/** Returns what to do, what makes the runs hard to compare, and which runs they are. */
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

function changeLines(page: Sheet, change: ReportChange): Shown[] {
  const { kind, requirement, cause, before, note } = change;
  const more = [
    ...(isGone(change) ? [] : [failureWords(change)]),
    ...(before === undefined ? [] : [`before: ${before}`]),
    ...(note === undefined ? [] : [note]),
  ];
  const { tone } = changeKinds[kind];
  return [
    ...item(page, `${requirement}  ${cause}`.trimEnd()).map((line) => toned(page, tone, line)),
    ...more.flatMap((text) => item(page, text, shown`      `)),
  ];
}

/** Maximum number of entries under one heading: a pull request comment is limited to 65,536 characters. */
const maxEntries = 40;

/** Renders a difference as Markdown, for a pull request comment or a step summary. */
export function markdownDiff(difference: ReportDifference): string {
  const { changes } = difference;
  const groups = changeGroups(changes).map(({ heading, changes: some }) => {
    const entries = some.slice(0, maxEntries).map((change) => {
      const { requirement, signature, expected, received, note } = change;
      const failure = isGone(change)
        ? codeSpan(signature, 200)
        : `expected ${codeSpan(expected, 300)}, received ${codeSpan(received, 300)}`;
      return `- ${codeSpan(requirement)} ${failure}${note === undefined ? '' : ` (${markdownText(note, 200)})`}`;
    });
    const more = some.length - entries.length;
    return [`### ${heading} (${some.length})`, '', ...entries, ...(more === 0 ? [] : [`- and ${more} more`])];
  });
  const mark = verdictOfDiff(difference).exitStatus === 0 ? '✅' : '❌';
  const rows = summaryRows(difference).map(([label, text]) => `- **${label}** ${markdownText(text)}`);
  const parts = [[`## ${mark} ${markdownText(changeWords(changes))}`], ...groups, rows];
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}
