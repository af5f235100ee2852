import type { CheckOrRule } from '../../src/checks/vocabulary.ts';

/** Names a check by its requirement and title. */
export function checkName({ requirement, title }: Pick<CheckOrRule, 'requirement' | 'title'>): string {
  return `${requirement}: ${title}`;
}

/** Checks that nothing in the gallery misses, in the order of the suites, and why they stay. */
export const redundantChecks: Readonly<Record<string, string>> = {
  'auth.bearer-only: GET /categories with Bearer and the key joined by a dot':
    'The seed selects one operation for this form, and the defect accepts it on all of them.',
  'auth.key-exact: POST /categories with letters or digits after the key':
    'The same defect accepts letters before the key, because each seed leaves out one of the two at most.',
  'auth.key-exact: POST /categories with letters before the key':
    'The same defect accepts letters or digits after the key, because each seed leaves out one of the two at most.',
  'list.ok: the list stays readable':
    'Names the request that broke the list. Without it, the response alone is reported, under the same requirement.',
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
  'list.ok: each list is read to its end':
    'Withdraws a pass if a list is too long to read. The gallery looks only at failures and warnings.',
  'list.category: each list is read to its end':
    'Withdraws a pass if a list is too long to read. The gallery looks only at failures and warnings.',
  'list.ids-unique: each list is read to its end':
    'Withdraws a pass if a list is too long to read. The gallery looks only at failures and warnings.',
  'list.complete: each list is read to its end':
    'Withdraws a pass if a list is too long to read. The gallery looks only at failures and warnings.',
  'list.media-type: each list is read to its end':
    'Withdraws a pass if a list is too long to read. The gallery looks only at failures and warnings.',
  'list.page-marks: each list is read to its end':
    'Withdraws a pass if a list is too long to read. The gallery looks only at failures and warnings.',
  'create.text: a string is returned unchanged: Greek, generated':
    'The strings of a standard run contain such characters with some seeds. `thorough` always sends them.',
  'create.text: a string is returned unchanged: Arabic, generated':
    'The strings of a standard run contain such characters with some seeds. `thorough` always sends them.',
  'create.text: a string is returned unchanged: Devanagari, generated':
    'The strings of a standard run contain such characters with some seeds. `thorough` always sends them.',
  'create.text: a string is returned unchanged: Han, generated':
    'The strings of a standard run contain such characters with some seeds. `thorough` always sends them.',
  'create.text: a string is returned unchanged: animals as emoji, generated':
    'The strings of a standard run contain such characters with some seeds. `thorough` always sends them.',
  'pets.exists: GET /pets/{petId} with the key again':
    'It shows the 429 of an operation with a limit of its own, which other servers show elsewhere, too.',
};
