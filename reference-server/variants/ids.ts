import { type Category, type CategoryStore, createCategoryStore } from '../categories.ts';
import type { Change, Variant } from '../changes/change.ts';
import { isObject } from '../changes/edits.ts';
import { written } from '../json.ts';

const INT64_MAX = 2n ** 63n - 1n;

const countingFrom = (firstId: bigint): Change => {
  return () => ({ store: createCategoryStore([], firstId) });
};

/** Computes ids from the count of creations: 1, 2, 3, ... */
const numbered = (idOf: (count: bigint) => bigint): Change => {
  return (parts) => {
    let count = 0n;
    const add: CategoryStore['add'] = (category) => {
      count += 1n;
      return parts.store.add(category, idOf(count));
    };
    return { store: { ...parts.store, add } };
  };
};

/**
 * Assigns the largest id plus one, while another client creates a category before each list and removes it afterwards. The
 * id of that category is then assigned again.
 */
const assignedAgain: Change = () => {
  const rows: Category[] = [];
  const nextId = () => BigInt(rows.length + 1);
  return {
    store: {
      list: () => [...rows, { id: nextId(), name: 'guest', description: 'of another client' }],
      add: (category) => {
        const stored = { ...category, id: nextId() };
        rows.push(stored);
        return stored;
      },
    },
  };
};

const IDS = 'An id is an int64 that the server assigns. Its size, sign and order are not specified.';

export const idVariants: readonly Variant[] = [
  {
    id: 'ids-beyond-2-53',
    title: 'Assigns ids above 2^53',
    legal: IDS,
    warnings: [],
    change: countingFrom(9_007_199_254_740_992n),
  },
  {
    id: 'ids-negative',
    title: 'Assigns negative ids',
    legal: IDS,
    warnings: [],
    change: countingFrom(-(2n ** 63n)),
  },
  {
    id: 'ids-from-zero',
    title: 'Starts ids at 0',
    legal: IDS,
    warnings: [],
    change: countingFrom(0n),
  },
  {
    id: 'ids-scattered',
    title: 'Spreads ids over all of int64',
    legal: IDS,
    warnings: [],
    change: numbered((count) => BigInt.asIntN(64, count * 0x9e3779b97f4a7c15n)),
  },
  {
    id: 'ids-falling',
    title: 'Counts ids down from the largest int64',
    legal: IDS,
    warnings: [],
    change: numbered((count) => INT64_MAX - count + 1n),
  },
  {
    id: 'ids-of-removed-categories',
    title: 'Assigns the id of a category that another client has just removed',
    legal: 'Other clients may remove categories, and SQLite assigns the largest id plus one by default.',
    warnings: [],
    change: assignedAgain,
  },
  {
    id: 'ids-with-fraction',
    title: 'Writes ids as 7.0 in the list and as 7e0 in the 201',
    legal: 'In JSON, a number with a zero fraction or exponent is an integer.',
    warnings: [],
    change: (parts) => ({
      categoryJson: (category, place) => {
        const json = parts.categoryJson(category, place);
        const id = written(place === 'list' ? `${category.id}.0` : `${category.id}e0`);
        return isObject(json) ? { ...json, id } : json;
      },
    }),
  },
];
