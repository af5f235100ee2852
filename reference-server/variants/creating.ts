import type { Variant } from '../change.ts';
import { editReading, editStored } from '../edits.ts';
import { invalid } from '../new-category.ts';

const DEFAULT = 'create.fields: a default of the service where no description was sent is observed.';

/** Legal creations that the specification leaves open. */
export const creatingVariants: readonly Variant[] = [
  {
    id: 'description-default',
    title: 'A category without description gets one that is always the same',
    legal: DEFAULT,
    warnings: [],
    change: editStored(({ name, description = 'No description.' }) => ({ name, description })),
  },
  {
    id: 'description-blank',
    title: 'A category without description gets an empty one',
    legal: DEFAULT,
    warnings: [],
    change: editStored(({ name, description = '' }) => ({ name, description })),
  },
  {
    id: 'names-of-five-letters',
    title: 'Only names of up to eight small letters are accepted, others are answered 400',
    legal: 'Reading 14: limits of fields are not shown; a word of five letters is tried and accepted.',
    warnings: [],
    change: editReading((body, read) => {
      const reading = read(body);
      return reading.kind !== 'category' || /^[a-z]{1,8}$/.test(reading.category.name)
        ? reading
        : invalid('name_too_long', 'Use at most eight letters.');
    }),
  },
];
