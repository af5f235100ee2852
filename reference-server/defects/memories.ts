import { type CategoryStore, createCategoryStore, type NewCategory } from '../categories.ts';
import type { Change, Defect } from '../change.ts';
import { editIdentity, editStoreOfRequest } from '../edits.ts';

/** The number of the last request that the first worker serves. */
const lastOfWorker = 30;

/** Serves the first thirty requests from one worker, all others from the next. */
const recycled: Change = (parts, tools) => {
  const { seed, firstId } = tools.settings;
  const next = createCategoryStore(seed, firstId);
  return editStoreOfRequest(({ incoming }) => (incoming.number <= lastOfWorker ? {} : next))(parts, tools);
};

/** Stores the last description with a category that has none. */
const leftOver: Change = (parts) => {
  let last: string | undefined;
  const add: CategoryStore['add'] = (category: NewCategory, id) => {
    last = category.description ?? last;
    return parts.store.add(last === undefined ? category : { ...category, description: last }, id);
  };
  return { store: { ...parts.store, add } };
};

/** Gives a body without a name the name of the category that was read before. */
const nameLeftOver: Change = (parts) => {
  let last: string | undefined;
  return {
    readNewCategory: (bytes) => {
      const reading = parts.readNewCategory(bytes);
      if (reading.kind === 'category') last = reading.category.name;
      const left = reading.kind === 'problem' && reading.problem.code === 'name_missing' ? last : undefined;
      return left === undefined ? reading : { kind: 'category', category: { name: left } };
    },
  };
};

/** State in memory that is forgotten too early or too late. */
export const memoryDefects: readonly Defect[] = [
  {
    id: 'worker-recycled',
    title: 'After thirty requests all categories are gone, and ids begin anew',
    story: 'Workers are replaced after so many requests to hold a leak down, and categories were in memory.',
    requirements: ['create.id-unique', 'list.complete'],
    change: recycled,
  },
  {
    id: 'key-forgotten-later',
    title: 'From the fiftieth request on the valid key is answered 401',
    story: 'Keys are cached for a while, and the account that reads them anew was locked.',
    requirements: ['auth.key-accepted'],
    change: editIdentity((identity, { number }) =>
      identity.kind === 'key' && number >= 50 ? { kind: 'nobody', why: 'invalid' } : undefined,
    ),
  },
  {
    id: 'key-looked-up-by-prefix',
    title: 'Any token that begins like the key is accepted',
    story:
      'Keys are found by their first eight characters, and the digest of the rest is compared no more since it was slow.',
    requirements: ['auth.key-exact'],
    change: (parts, { holders }) => ({
      findHolder: (token) =>
        parts.findHolder(token) ??
        holders.find(({ key }) => token.length > 8 && token.startsWith(key.slice(0, 8))),
    }),
  },
  {
    id: 'description-left-over',
    title: 'A category without description gets that of the one before',
    story: 'One object is used for all requests, and fields that a body does not have are not cleared.',
    requirements: ['create.fields'],
    change: leftOver,
  },
  {
    id: 'name-left-over',
    title: 'A body without name gets the name of the category before',
    story: 'Objects come from a pool, and a field that a body does not have keeps what it held.',
    requirements: ['invalid.name-missing'],
    change: nameLeftOver,
  },
];
