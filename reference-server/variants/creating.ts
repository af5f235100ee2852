import type { Variant } from '../changes/change.ts';
import { editReading, editStored } from '../changes/edits.ts';
import { invalid } from '../new-category.ts';

const DEFAULT = 'create.fields: a default description, if none was sent, is only observed.';

/** Servers that create categories in ways that the specification leaves open. */
export const creatingVariants: readonly Variant[] = [
  {
    id: 'description-default',
    title: 'Fills in the same description for every category without one',
    legal: DEFAULT,
    warnings: [],
    change: editStored(({ name, description = 'No description.' }) => ({ name, description })),
  },
  {
    id: 'description-blank',
    title: 'Fills in an empty description for a category without one',
    legal: DEFAULT,
    warnings: [],
    change: editStored(({ name, description = '' }) => ({ name, description })),
  },
  {
    id: 'names-of-five-letters',
    title: 'Accepts only names of up to eight lowercase letters, and returns 400 for others',
    legal: 'Field limits are unknown, so the kit tries a word of five letters, which is accepted.',
    warnings: [],
    change: editReading((body, read) => {
      const reading = read(body);
      return reading.kind !== 'category' || /^[a-z]{1,8}$/.test(reading.category.name)
        ? reading
        : invalid('name_too_long', 'Use at most eight letters.');
    }),
  },
];
