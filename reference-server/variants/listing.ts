import { type CategoryStore, createCategoryStore } from '../categories.ts';
import type { Change, Variant } from '../change.ts';
import { editListed, listedAfter } from '../edits.ts';

/** Lists in another order each time, the same orders on every server. */
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

/** Creates a category of another client before each list and each creation, and removes its last one. */
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

const manyCategories = Array.from({ length: 5_000 }, (_item, index) => ({
  name: `kept category ${index + 1}`,
  ...(index % 2 === 0 ? { description: `The description of category ${index + 1}` } : {}),
}));

/** Legal but odd texts that others may have stored. */
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

const ORDER = 'The order of the list is not shown.';
const DELAY = 'Reading 6: it may take up to two seconds to show.';

export const listingVariants: readonly Variant[] = [
  {
    id: 'list-newest-first',
    title: 'The newest category comes first',
    legal: ORDER,
    warnings: [],
    change: editListed((categories) => categories.toReversed()),
  },
  {
    id: 'list-alphabetical',
    title: 'Categories are sorted by name',
    legal: ORDER,
    warnings: [],
    change: editListed((categories) => categories.toSorted((one, other) => (one.name < other.name ? -1 : 1))),
  },
  {
    id: 'list-shuffled',
    title: 'Categories come in another order each time',
    legal: ORDER,
    warnings: [],
    change: shuffled,
  },
  {
    id: 'list-of-5000',
    title: 'There are 5,000 categories already',
    legal: 'How many there may be is not shown.',
    warnings: [],
    change: () => ({ store: createCategoryStore(manyCategories, 1n) }),
  },
  {
    id: 'list-of-odd-neighbours',
    title: 'Others have stored odd categories: blank, long, with signs that nobody can see, of one name',
    legal: 'Limits of fields are not shown, nor that names differ; each of them is a Category.',
    warnings: [],
    change: () => ({ store: createCategoryStore(oddNeighbours, 1n) }),
  },
  {
    id: 'list-after-a-second',
    title: 'A new category is listed after a second',
    legal: DELAY,
    warnings: [],
    change: listedAfter(1_000),
  },
  {
    id: 'list-after-two-seconds',
    title: 'A new category is listed just before two seconds are over',
    legal: DELAY,
    warnings: [],
    change: listedAfter(1_990),
  },
  {
    id: 'others-at-work',
    title: 'Other clients create and remove categories all the time',
    legal: 'Reading 7: only what the run itself created is compared.',
    warnings: [],
    change: othersAtWork,
  },
];
