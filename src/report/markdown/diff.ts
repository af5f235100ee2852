import type { Difference } from '../diff.ts';
import { hasNew } from '../diff.ts';
import { changeHeadings, differenceSentence, reportWords } from '../diff-words.ts';
import { codeSpan, markdownText } from './escape.ts';

/** The most entries under one heading: a comment of a pull request holds no more than 65,536 characters. */
const mostEntries = 40;

/** A difference as Markdown, for a comment or the summary of a step. */
export function markdownDiff(difference: Difference): string {
  const { changes, caveats, old, new: now } = difference;
  const groups = changeHeadings.flatMap(([kind, heading]) => {
    const entries = changes.filter((change) => change.kind === kind);
    if (entries.length === 0) return [];
    const shown = entries
      .slice(0, mostEntries)
      .map(({ requirement, signature, expected, received, note }) => {
        const seen =
          kind === 'fixed' || kind === 'no longer exercised'
            ? codeSpan(signature, 200)
            : `expected ${codeSpan(expected, 300)}, received ${codeSpan(received, 300)}`;
        return `- ${codeSpan(requirement)} ${seen}${note === undefined ? '' : ` (${markdownText(note, 200)})`}`;
      });
    const more = entries.length - shown.length;
    return [
      `### ${heading} (${entries.length})`,
      '',
      ...shown,
      ...(more === 0 ? [] : [`- and ${more} more`]),
      '',
    ];
  });
  return `${[
    `## ${hasNew(difference) ? '❌' : '✅'} ${markdownText(differenceSentence(difference))}`,
    '',
    `${codeSpan(now.target)}: ${markdownText(reportWords(old))}, now ${markdownText(reportWords(now))}`,
    '',
    ...(caveats.length === 0
      ? []
      : ['**Hard to compare:**', '', ...caveats.map((caveat) => `- ${markdownText(caveat)}`), '']),
    ...groups,
  ]
    .join('\n')
    .trimEnd()}\n`;
}
