import type { Change, Defect } from '../changes/change.ts';
import { editReading } from '../changes/edits.ts';
import { checkNewCategory, isJsonObject, parseBody } from '../new-category.ts';

/** Checks an object after rewriting its fields, as lenient binding does. */
const bound = (bind: (fields: { readonly [name: string]: unknown }) => object | undefined): Change =>
  editReading((body, read) => {
    const parsed = parseBody(body);
    const fields = parsed.kind === 'json' && isJsonObject(parsed.value) ? bind(parsed.value) : undefined;
    return fields === undefined ? read(body) : checkNewCategory(fields);
  });

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** Servers that handle empty values wrongly. */
export const refusingEmptyDefects: readonly Defect[] = [
  {
    id: 'name-null-as-text',
    title: 'Stores a null name as the string "null"',
    story: 'All values, including null, are converted to strings wherever a string is needed.',
    requirements: ['invalid.name-type'],
    change: bound((fields) => (fields['name'] === null ? { ...fields, name: 'null' } : undefined)),
  },
  {
    id: 'name-empty-list-numbered',
    title: 'Replaces a name that is an empty array or object with a numbered name',
    story: 'The language treats all empty values as false, and false values get a default.',
    requirements: ['invalid.name-type'],
    change: bound((fields) => (isEmpty(fields['name']) ? { ...fields, name: 'category 1' } : undefined)),
  },
];
