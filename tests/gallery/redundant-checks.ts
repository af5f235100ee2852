import type { CheckOrRule } from '../../src/checks/built-in.ts';

/** Names a check by its requirement and title. */
export function checkName({ requirement, title }: Pick<CheckOrRule, 'requirement' | 'title'>): string {
  return `${requirement}: ${title}`;
}

/** Checks that nothing in the gallery misses, in the order of the suites, and why they stay. */
export const redundantChecks: Readonly<Record<string, string>> = {
  'auth.key-exact: POST /categories with letters or digits after the key':
    'The same defect accepts letters or digits before the key, because each seed leaves out one of the two at most.',
  'auth.key-exact: POST /categories with letters or digits before the key':
    'The same defect accepts letters or digits after the key, because each seed leaves out one of the two at most.',
  'list.ok: the list stays readable':
    'A broken list fails anyway. This check names the bodies that may have broken it.',
  'list.category: the list stays readable':
    'Withdraws a pass after the list breaks. The gallery looks only at failures and warnings.',
  'list.ids-unique: the list stays readable':
    'Withdraws a pass after the list breaks. The gallery looks only at failures and warnings.',
  'list.complete: the list stays readable':
    'Withdraws a pass after the list breaks. The gallery looks only at failures and warnings.',
  'list.media-type: the list stays readable':
    'Withdraws a pass after the list breaks. The gallery looks only at failures and warnings.',
  'list.page-marks: the list stays readable':
    'Withdraws a pass after the list breaks. The gallery looks only at failures and warnings.',
  'create.created: one more plain category at the end, if an earlier one got the same response as an invalid body':
    'No server of the gallery repeats its response to an invalid body for a valid one. A server of tests/strangers (cache-400) does.',
  'create.created: a plain category is not refused if a later one is created':
    'No server of the gallery repeats its response to an invalid body for a valid one. A server of tests/strangers (cache-400) does.',
};
