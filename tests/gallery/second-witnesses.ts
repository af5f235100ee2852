import type { CheckOrRule } from '../../src/checks/built-in.ts';

/** Names a member as the page does. */
export function memberName({ requirement, title }: Pick<CheckOrRule, 'requirement' | 'title'>): string {
  return `${requirement}: ${title}`;
}

/** Members that nothing in the gallery misses, in the order of the suites, and why they stay. */
export const secondWitnesses: Readonly<Record<string, string>> = {
  'list.ok: the list stays readable':
    'the broken list fails anyway; this names the bodies that may have broken it',
  'list.category: the list stays readable':
    'withdraws a pass once the list is broken, and the gallery looks at failures and warnings alone',
  'list.ids-unique: the list stays readable':
    'withdraws a pass once the list is broken, and the gallery looks at failures and warnings alone',
  'list.complete: the list stays readable':
    'withdraws a pass once the list is broken, and the gallery looks at failures and warnings alone',
  'list.media-type: the list stays readable':
    'withdraws a pass once the list is broken, and the gallery looks at failures and warnings alone',
  'list.page-marks: the list stays readable':
    'withdraws a pass once the list is broken, and the gallery looks at failures and warnings alone',
};
