import type { Variant } from '../change.ts';
import { editFields } from '../edits.ts';
import { checkNewCategory, invalid } from '../new-category.ts';

export const validationVariants: readonly Variant[] = [
  {
    id: 'unknown-fields-400',
    title: 'Unknown fields are answered 400',
    legal: 'Whether unknown fields are invalid is not stated.',
    warnings: [],
    change: editFields((fields) =>
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
    change: editFields(({ name, description }) =>
      description === null && name !== undefined ? checkNewCategory({ name }) : undefined,
    ),
  },
  {
    id: 'empty-name-accepted',
    title: 'An empty or blank name is accepted',
    legal: 'invalid.either: length limits are not shown.',
    warnings: [],
    change: editFields((fields) => {
      const { name } = fields;
      if (typeof name !== 'string' || name.trim() !== '') return undefined;
      const reading = checkNewCategory({ ...fields, name: 'placeholder' });
      return reading.kind === 'category' ? { ...reading, category: { ...reading.category, name } } : reading;
    }),
  },
];
