import type { Change, Variant } from '../change.ts';
import { editReading } from '../edits.ts';
import { checkNewCategory, invalid, isJsonObject, parseBody, type Reading } from '../new-category.ts';

/** Reads parsed objects through `edit`; undefined leaves the reading as it was. */
const readingFields = (edit: (fields: { readonly [name: string]: unknown }) => Reading | undefined): Change =>
  editReading((body, read) => {
    const parsed = parseBody(body);
    const edited = parsed.kind === 'json' && isJsonObject(parsed.value) ? edit(parsed.value) : undefined;
    return edited ?? read(body);
  });

export const validationVariants: readonly Variant[] = [
  {
    id: 'unknown-fields-400',
    title: 'Unknown fields are answered 400',
    legal: 'Whether unknown fields are invalid is not stated.',
    warnings: [],
    change: readingFields((fields) =>
      Object.keys(fields).every((name) => name === 'name' || name === 'description')
        ? undefined
        : invalid('field_unknown', 'There is a field that is not known.'),
    ),
  },
  {
    id: 'null-description-accepted',
    title: 'A description of null is taken for none',
    legal: 'invalid.either: 201 and 400 are both right.',
    warnings: [],
    change: readingFields(({ name, description }) =>
      description === null && name !== undefined ? checkNewCategory({ name }) : undefined,
    ),
  },
  {
    id: 'empty-name-accepted',
    title: 'An empty or blank name is accepted',
    legal: 'invalid.either: length limits are not shown.',
    warnings: [],
    change: readingFields((fields) => {
      const { name } = fields;
      if (typeof name !== 'string' || name.trim() !== '') return undefined;
      const reading = checkNewCategory({ ...fields, name: 'placeholder' });
      return reading.kind === 'category' ? { ...reading, category: { ...reading.category, name } } : reading;
    }),
  },
];
