import { escapedAlready, printableWhole, type Shown, shown } from '../text/shown.ts';
import {
  type Change,
  changeGroups,
  changeKinds,
  differenceSentence,
  hasExpired,
  hasNew,
  nextSteps,
  type ReportDifference,
  reportWords,
} from './diff.ts';
import { codeSpan, markdownText } from './markdown.ts';
import { failureWords } from './rows.ts';
import { item, labeled, paged, part, type Sheet, sheetOf, toned } from './terminal/block.ts';

/** A failure that is gone has no received value. */
const isGone = ({ kind, received }: Change) =>
  kind === 'fixed' || kind === 'no longer tested' || received === '';

/** Renders a difference for the terminal: the changes first, then what to do, and the verdict last. */
export function terminalDiff(difference: ReportDifference, options: Parameters<typeof sheetOf>[0]): Shown {
  const page = sheetOf(options);
  const { old, new: now, caveats, notes } = difference;
  const word = hasNew(difference)
    ? 'NEW FAILURES (exit status 1)'
    : hasExpired(difference)
      ? 'WAIVER EXPIRED (exit status 1)'
      : 'NOTHING NEW (exit status 0)';
  const last = shown`petstore-conformance: ${word} ${printableWhole(differenceSentence(difference))}`;
  return paged([
    ...changeGroups(difference.changes).map(({ heading, changes }) =>
      part(
        page,
        heading,
        changes.length,
        changes.flatMap((change) => changeLines(page, change)),
      ),
    ),
    [
      ...nextSteps(difference.changes).flatMap((step) => labeled(page, 'What to do', step, 2_000)),
      ...caveats.flatMap((caveat) => labeled(page, 'Conditions', caveat)),
      ...labeled(page, 'Before', reportWords(old)),
      ...labeled(page, 'Now', reportWords(now)),
      ...labeled(page, 'Target', now.target),
      ...notes.flatMap((note) => labeled(page, 'Note', note)),
      page.paint('bold', last),
    ],
  ]);
}

function changeLines(page: Sheet, change: Change): Shown[] {
  const { kind, requirement, cause, before, note } = change;
  const { tone } = changeKinds[kind];
  const more = [
    isGone(change) ? undefined : failureWords(change),
    before === undefined ? undefined : `before: ${before}`,
    note,
  ];
  return [
    ...item(page, `${requirement}  ${cause}`.trimEnd()).map((line) => toned(page, tone, line)),
    ...more.flatMap((text) => (text === undefined ? [] : item(page, text).map(indent))),
  ];
}

function indent(line: Shown): Shown {
  return escapedAlready(line.replace('  · ', '      ').replace(/^(│ )( {4})(?! {2})/, '$1      '));
}

/** Maximum number of entries under one heading: a pull request comment is limited to 65,536 characters. */
const maxEntries = 40;

/** Renders a difference as Markdown, for a pull request comment or a step summary. */
export function markdownDiff(difference: ReportDifference): string {
  const { caveats, notes, old, new: now } = difference;
  const steps = nextSteps(difference.changes);
  const groups = changeGroups(difference.changes).flatMap(({ heading, changes }) => {
    const entries = changes.slice(0, maxEntries).map((change) => {
      const { requirement, signature, expected, received, note } = change;
      const failure = isGone(change)
        ? codeSpan(signature, 200)
        : `expected ${codeSpan(expected, 300)}, received ${codeSpan(received, 300)}`;
      return `- ${codeSpan(requirement)} ${failure}${note === undefined ? '' : ` (${markdownText(note, 200)})`}`;
    });
    const more = changes.length - entries.length;
    return [
      ...[`### ${heading} (${changes.length})`, '', ...entries],
      ...(more === 0 ? [''] : [`- and ${more} more`, '']),
    ];
  });
  const lines = [
    `## ${hasNew(difference) || hasExpired(difference) ? '❌' : '✅'} ${markdownText(differenceSentence(difference))}`,
    '',
    `${codeSpan(now.target)}: before ${markdownText(reportWords(old))}, now ${markdownText(reportWords(now))}`,
    '',
    ...groups,
    ...(steps.length === 0
      ? []
      : ['**What to do:**', '', ...steps.map((step) => `- ${markdownText(step)}`), '']),
    ...(caveats.length === 0
      ? []
      : ['**Hard to compare:**', '', ...caveats.map((caveat) => `- ${markdownText(caveat)}`), '']),
    ...notes.map((note) => `Note: ${markdownText(note)}`),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}
