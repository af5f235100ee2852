import { changeGroups, type Difference, differenceSentence, hasNew, reportWords } from '../diff.ts';
import { codeSpan, markdownText } from './escape.ts';

/** The most entries under one heading: a comment of a pull request holds no more than 65,536 characters. */
const mostEntries = 40;

/** A difference as Markdown, for a comment or the summary of a step. */
export function markdownDiff(difference: Difference): string {
  const { caveats, old, new: now } = difference;
  const groups = changeGroups(difference).flatMap(({ kind, heading, changes }) => {
    const entries = changes
      .slice(0, mostEntries)
      .map(({ requirement, signature, expected, received, note }) => {
        const seen =
          kind === 'fixed' || kind === 'no longer exercised'
            ? codeSpan(signature, 200)
            : `expected ${codeSpan(expected, 300)}, received ${codeSpan(received, 300)}`;
        return `- ${codeSpan(requirement)} ${seen}${note === undefined ? '' : ` (${markdownText(note, 200)})`}`;
      });
    const more = changes.length - entries.length;
    return [
      ...[`### ${heading} (${changes.length})`, '', ...entries],
      ...(more === 0 ? [''] : [`- and ${more} more`, '']),
    ];
  });
  const lines = [
    `## ${hasNew(difference) ? '❌' : '✅'} ${markdownText(differenceSentence(difference))}`,
    '',
    `${codeSpan(now.target)}: ${markdownText(reportWords(old))}, now ${markdownText(reportWords(now))}`,
    '',
    ...(caveats.length === 0
      ? []
      : ['**Hard to compare:**', '', ...caveats.map((caveat) => `- ${markdownText(caveat)}`), '']),
    ...groups,
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}
