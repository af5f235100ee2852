import type { CheckOrRule } from '../../src/checks/vocabulary.ts';

/** Names a check by its requirement and title. */
export function checkName({ requirement, title }: Pick<CheckOrRule, 'requirement' | 'title'>): string {
  return `${requirement}: ${title}`;
}

/** Checks without which the gallery misses nothing, in the order of the suites, and the reasons why they stay. */
export const redundantChecks: Readonly<Record<string, string>> = {
  'auth.bearer-only: GET /categories with the key under the scheme Token':
    'The seed selects one operation for this form, and the defect accepts it on all of them.',
  'auth.bearer-only: GET /categories with Bearer and the key joined by a dot':
    'The seed selects one operation for this form, and the defect accepts it on all of them.',
  'auth.bearer-only: another operation with Bearer and the key joined by a dot':
    'The seed selects one operation for this form, and the defect accepts it on all of them.',
  'auth.bearer-only: an operation with the key as token=… under Token':
    'Sent only if there is room. The defects accept several of these forms.',
  'auth.bearer-only: an operation with the key under the scheme ApiKey':
    'Sent only if there is room. The defects accept several of these forms.',
  'auth.bearer-only: an operation with Bearer and the key joined by a hyphen':
    'Sent only if there is room. The defects accept several of these forms.',
  'auth.key-exact: a category operation with letters or digits after the key':
    'The same defect accepts other text next to the key, and each seed leaves out at most one of these forms.',
  'auth.key-exact: a category operation with letters before the key':
    'The same defect accepts other text next to the key, and each seed leaves out at most one of these forms.',
  'auth.key-missing: an operation of a custom check refuses the credential':
    'The servers of the gallery have no operations of custom checks. `tests/checks` has such servers.',
  'auth.key-invalid: an operation of a custom check refuses the credential':
    'The servers of the gallery have no operations of custom checks. `tests/checks` has such servers.',
  'auth.bearer-only: an operation of a custom check refuses the credential':
    'The servers of the gallery have no operations of custom checks. `tests/checks` has such servers.',
  'auth.key-exact: an operation of a custom check refuses the credential':
    'The servers of the gallery have no operations of custom checks. `tests/checks` has such servers.',
  'list.ok: the list while categories are created':
    'It shows rows that are listed before they are complete, but only if requests overlap on real connections.',
  'list.ok: the list at the end':
    'Other lists of a standard run show the same. In a gentle run, it is the only one after the last creation.',
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
  'create.text: a string is returned unchanged: Latin letters with accents, generated':
    'The strings of a standard run contain such characters with some seeds. `thorough` always sends them.',
  'create.text: a string is returned unchanged: Cyrillic, generated':
    'The strings of a standard run contain such characters with some seeds. `thorough` always sends them.',
  'create.text: a string is returned unchanged: Ethiopic, generated':
    'The strings of a standard run contain such characters with some seeds. `thorough` always sends them.',
  'create.text: a string is returned unchanged: Han, generated':
    'The strings of a standard run contain such characters with some seeds. `thorough` always sends them.',
  'create.text: a string is returned unchanged: Han beyond 16 bits, generated':
    'The strings of a standard run contain such characters with some seeds. `thorough` always sends them.',
  'create.text: a string is returned unchanged: animals as emoji, generated':
    'The strings of a standard run contain such characters with some seeds. `thorough` always sends them.',
  'pets.exists: GET /pets/{petId} with the key again':
    'It shows the 429 of an operation with a limit of its own, which other servers show elsewhere, too.',
};
