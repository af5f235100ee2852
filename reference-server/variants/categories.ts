import { type CategoryStore, createCategoryStore } from '../categories.ts';
import type { Change, Variant } from '../change.ts';
import type { Parts } from '../parts.ts';

const keeping = (store: () => CategoryStore): Change => {
  return () => ({ store: store() });
};

const manyCategories = Array.from({ length: 5_000 }, (_item, index) => ({
  name: `kept category ${index + 1}`,
  ...(index % 2 === 0 ? { description: `The description of category ${index + 1}` } : {}),
}));

/** New categories show in the list one second after their creation, by the server's clock. */
const eventual: Change = (parts, { now }): Partial<Parts> => {
  const shownAt = new Map<bigint, number>();
  return {
    store: {
      list: () => parts.store.list().filter(({ id }) => now() >= (shownAt.get(id) ?? 0)),
      add: (category, id) => {
        const stored = parts.store.add(category, id);
        shownAt.set(stored.id, now() + 1_000);
        return stored;
      },
    },
  };
};

/** Ids that neither rise nor fall: the counter times a large odd number, within int64. */
const scattered: Change = (parts) => {
  let counter = 0n;
  const add: CategoryStore['add'] = (category) => {
    counter += 1n;
    return parts.store.add(category, BigInt.asIntN(64, counter * 0x9e3779b97f4a7c15n));
  };
  return { store: { ...parts.store, add } };
};

const IDS = 'An id is an int64 assigned by the service; nothing is said of its size, sign or order.';

export const categoryVariants: readonly Variant[] = [
  {
    id: 'ids-beyond-2-53',
    title: 'Ids are above 2^53',
    legal: IDS,
    warnings: [],
    change: keeping(() => createCategoryStore([], 9_007_199_254_740_992n)),
  },
  {
    id: 'ids-negative',
    title: 'Ids are negative',
    legal: IDS,
    warnings: [],
    change: keeping(() => createCategoryStore([], -9_223_372_036_854_775_808n)),
  },
  {
    id: 'ids-scattered',
    title: 'Ids are scattered over all of int64',
    legal: IDS,
    warnings: [],
    change: scattered,
  },
  {
    id: 'list-newest-first',
    title: 'The newest category comes first',
    legal: 'The order of the list is not shown.',
    warnings: [],
    change: (parts) => ({ store: { ...parts.store, list: () => parts.store.list().toReversed() } }),
  },
  {
    id: 'list-of-5000',
    title: 'There are 5,000 categories already',
    legal: 'How many there may be is not shown.',
    warnings: [],
    change: keeping(() => createCategoryStore(manyCategories, 1n)),
  },
  {
    id: 'list-after-a-second',
    title: 'A new category is listed after a second',
    legal: 'Reading 6: it may take up to two seconds to show.',
    warnings: [],
    change: eventual,
  },
  {
    id: 'fields-added',
    title: 'Categories and errors have more fields',
    legal: 'The fields of the specification are the least, more are allowed (reading 9).',
    warnings: [],
    change: () => ({
      categoryJson: ({ id, name, description }) => ({
        href: `/v1/categories/${id}`,
        pets: { count: 0, items: [] },
        name,
        retired: null,
        id,
        description,
      }),
      errorJson: (error) => ({ trace: '00-4bf9', details: [], ...error }),
    }),
  },
  {
    id: 'description-always',
    title: 'A category without description has an empty one',
    legal: 'A description is a string where present, and an empty string is one.',
    warnings: [],
    change: (parts) => ({
      categoryJson: (category, place) => parts.categoryJson({ description: '', ...category }, place),
    }),
  },
];
