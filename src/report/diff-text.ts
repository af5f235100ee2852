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
  const { old, new: now, caveats, notes, changes } = difference;
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
      ...nextSteps(changes).flatMap((step) => labeled(page, 'What to do', step)),
      ...caveats.flatMap((caveat) => labeled(page, 'Conditions', caveat)),
      ...labeled(page, 'Before', reportWords(old)),
      ...labeled(page, 'Now', reportWords(now)),
      ...labeled(page, 'Target', now.target),
      ...notes.flatMap((note) => labeled(page, 'Note', note)),
      page.paint('bold', last),
    ],
  ]);
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
  const { caveats, notes, old, new: now, changes } = difference;
  const groups = changeGroups(changes).map(({ heading, changes: some }) => {
    const entries = some.slice(0, maxEntries).map((change) => {
      const { requirement, signature, expected, received, note } = change;
      const failure = isGone(change)
        ? codeSpan(signature, 200)
        : `expected ${codeSpan(expected, 300)}, received ${codeSpan(received, 300)}`;
      return `${codeSpan(requirement)} ${failure}${note === undefined ? '' : ` (${markdownText(note, 200)})`}`;
    });
    const more = some.length - entries.length;
    return listUnder(
      `### ${heading} (${some.length})`,
      more === 0 ? entries : [...entries, `and ${more} more`],
    );
  });
  const parts = [
    `## ${verdictOfDiff(difference).exitStatus === 0 ? '✅' : '❌'} ${markdownText(changeWords(changes))}`,
    `${codeSpan(now.target)}: before ${markdownText(reportWords(old))}, now ${markdownText(reportWords(now))}`,
    ...groups,
    listUnder(
      '**What to do:**',
      nextSteps(changes).map((step) => markdownText(step)),
    ),
    listUnder(
      '**Hard to compare:**',
      caveats.map((caveat) => markdownText(caveat)),
    ),
    ...notes.map((note) => `Note: ${markdownText(note)}`),
  ];
  return `${parts.filter((one) => one !== '').join('\n\n')}\n`;
}

/** Writes a list with its heading; nothing if there are no items. */
function listUnder(heading: string, items: readonly string[]): string {
  return items.length === 0 ? '' : `${heading}\n\n${items.map((one) => `- ${one}`).join('\n')}`;
}
