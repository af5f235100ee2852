import { type CategoryStore, createCategoryStore } from '../categories.ts';
import type { Change, Variant } from '../changes/change.ts';
import { editListed, listCachedByWorker, listedAfter } from '../changes/edits.ts';

/** Lists categories in a different order each time. The sequence of orders is the same on every server. */
const shuffled: Change = (parts, tools) => {
  let state = 7;
  const draw = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state;
  };
  return editListed((categories) =>
    categories
      .map((category) => ({ category, at: draw() }))
      .sort((one, other) => one.at - other.at)
      .map(({ category }) => category),
  )(parts, tools);
};

/** Before each list and each creation, creates a category as another client would, and removes the previous one. */
const othersAtWork: Change = ({ store }) => {
  const removed = new Set<bigint>();
  let theirs: bigint | undefined;
  let count = 0;
  const work = (): void => {
    if (theirs !== undefined) removed.add(theirs);
    count += 1;
    theirs = store.add({ name: `guest ${count}`, description: 'of another client' }).id;
  };
  const list: CategoryStore['list'] = () => {
    work();
    return store.list().filter(({ id }) => !removed.has(id));
  };
  const add: CategoryStore['add'] = (category, id) => {
    work();
    return store.add(category, id);
  };
  return { store: { list, add } };
};

const manyCategories = Array.from({ length: 30_000 }, (_item, index) => ({
  name: `kept category ${index + 1}`,
  ...(index % 2 === 0 ? { description: `The description of category ${index + 1}, in some words` } : {}),
}));

/** Legal but odd strings that other clients may have stored. */
const oddNeighbours = [
  { name: '' },
  { name: ' ', description: '' },
  { name: 'x'.repeat(65_536), description: 'y'.repeat(65_536) },
  { name: '\u0000\u001b[2J\u202e\ufeff', description: '</script><!--' },
  { name: '__proto__', description: 'constructor' },
  { name: 'null', description: 'undefined' },
  { name: '1e400', description: '-0' },
  { name: '\ud800', description: '\udfff alone' },
  { name: 'e\u0301'.repeat(40), description: '🏴󠁧󠁢󠁳󠁣󠁴󠁿'.repeat(40) },
  { name: 'same' },
  { name: 'same', description: 'and yet another category' },
];

const ORDER = 'The order of the list is not specified.';
const DELAY = 'A new category may take up to two seconds to appear.';

export const listingVariants: readonly Variant[] = [
  {
    id: 'list-newest-first',
    title: 'Lists the newest category first',
    legal: ORDER,
    warnings: [],
    change: editListed((categories) => categories.toReversed()),
  },
  {
    id: 'list-alphabetical',
    title: 'Sorts categories by name',
    legal: ORDER,
    warnings: [],
    change: editListed((categories) => categories.toSorted((one, other) => (one.name < other.name ? -1 : 1))),
  },
  {
    id: 'list-shuffled',
    title: 'Lists categories in a different order each time',
    legal: ORDER,
    warnings: [],
    change: shuffled,
  },
  {
    id: 'list-of-5000',
    title: 'Starts with 5,000 categories',
    legal: 'The number of categories is not limited.',
    warnings: [],
    change: () => ({ store: createCategoryStore(manyCategories.slice(0, 5_000)) }),
  },
  {
    id: 'list-of-30000',
    title: 'Starts with 30,000 categories, which make a list of more than 2 MB',
    legal: 'The number of categories is not limited.',
    warnings: [],
    change: () => ({ store: createCategoryStore(manyCategories) }),
  },
  {
    id: 'list-of-odd-neighbours',
    title:
      'Lists unusual categories of other clients, with blank, long or duplicate names and invisible characters',
    legal: 'Field limits are unknown, and names need not be unique; each element is a valid Category.',
    warnings: [],
    change: () => ({ store: createCategoryStore(oddNeighbours) }),
  },
  {
    id: 'list-after-a-second',
    title: 'Lists a new category after a second',
    legal: DELAY,
    warnings: [],
    change: listedAfter(1_000),
  },
  {
    id: 'list-after-two-seconds',
    title: 'Lists a new category just under two seconds after its creation',
    legal: DELAY,
    warnings: [],
    change: listedAfter(1_990),
  },
  {
    id: 'list-cached-by-worker-for-a-second',
    title: 'Caches the list in each worker for a second',
    legal: DELAY,
    warnings: [],
    change: listCachedByWorker(1_000),
  },
  {
    id: 'list-description-after-two-seconds',
    title: 'Lists the description of a new category just under two seconds after its creation',
    legal: 'Each member of a new category may take up to two seconds to appear, too.',
    warnings: [],
    change: listedAfter(1_990, ({ id, name }) => [{ id, name }]),
  },
  {
    id: 'others-at-work',
    title: 'Also serves other clients, which constantly create and remove categories',
    legal: 'Only what the run itself created is compared.',
    warnings: [],
    change: othersAtWork,
  },
];
