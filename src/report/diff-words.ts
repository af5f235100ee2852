import type { ChangeKind, Difference } from './diff.ts';

/** The headings of a difference, what matters most first. */
export const changeHeadings: readonly (readonly [kind: ChangeKind, heading: string])[] = [
  ['new', 'New'],
  ['changed', 'Fails in another way'],
  ['newly checked', 'Newly checked (the older kit did not know the requirement)'],
  ['still', 'Still failing'],
  ['waived', 'Waived now'],
  ['no longer exercised', 'Failed before, and was not looked at now'],
  ['fixed', 'Fixed'],
];

/** The difference in a sentence: "2 new, 1 fixed, 3 still failing". */
export function differenceSentence({ changes }: Difference): string {
  const words: readonly (readonly [ChangeKind, string])[] = [
    ['new', 'new'],
    ['changed', 'changed'],
    ['newly checked', 'newly checked'],
    ['fixed', 'fixed'],
    ['still', 'still failing'],
    ['waived', 'waived'],
    ['no longer exercised', 'no longer exercised'],
  ];
  const parts = words.flatMap(([kind, word]) => {
    const count = changes.filter((change) => change.kind === kind).length;
    return count === 0 ? [] : [`${count} ${word}`];
  });
  return parts.length === 0 ? 'No failure in either report.' : `${parts.join(', ')}.`;
}

/** "report of 2026-11-20 09:00 UTC (does not conform)". */
export function reportWords({ startedAt, outcome }: Difference['old']): string {
  return `${startedAt.slice(0, 16).replace('T', ' ')} UTC (${outcome})`;
}
