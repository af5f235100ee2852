import { type CategoryStore, createCategoryStore, type NewCategory } from '../categories.ts';
import type { Change, Defect } from '../changes/change.ts';
import { editIdentity, editStoreOfRequest } from '../changes/edits.ts';
import type { Reading } from '../new-category.ts';

/** How many requests the first worker serves. */
const servedByFirstWorker = 30;

/** Serves the first requests from one worker, and all later ones from a worker with an empty store. */
const recycled: Change = (parts, tools) => {
  const nextStore = createCategoryStore(tools.settings.seed);
  return editStoreOfRequest(({ incoming }) => (incoming.number <= servedByFirstWorker ? {} : nextStore))(
    parts,
    tools,
  );
};

/** Stores the most recent description with a category that has none. */
const descriptionLeftOver: Change = (parts) => {
  let last: string | undefined;
  const add: CategoryStore['add'] = (category: NewCategory, id) => {
    last = category.description ?? last;
    return parts.store.add(last === undefined ? category : { ...category, description: last }, id);
  };
  return { store: { ...parts.store, add } };
};

/** Gives a body without a name the name of the previous category. */
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

/** Replaces a category with the first one if their bodies have the same length. */
const confusedWithFirst: Change = (parts) => {
  let first: { readonly length: number; readonly reading: Reading } | undefined;
  return {
    readNewCategory: (bytes) => {
      const reading = parts.readNewCategory(bytes);
      if (reading.kind !== 'category') return reading;
      first ??= { length: bytes.length, reading };
      return bytes.length === first.length ? first.reading : reading;
    },
  };
};

/** Servers that forget state in memory too early or too late. */
export const memoryDefects: readonly Defect[] = [
  {
    id: 'worker-recycled',
    title: 'Loses all categories and restarts ids after thirty requests',
    story: 'Workers are recycled to limit a memory leak, and the categories were in memory.',
    requirements: ['create.id-unique', 'list.complete'],
    change: recycled,
  },
  {
    id: 'key-forgotten-later',
    title: 'Returns 401 for the valid key from the fiftieth request on',
    story: 'Keys are cached, and the account that reloads them was locked.',
    requirements: ['auth.key-accepted'],
    change: editIdentity((identity, { number }) =>
      identity.kind === 'key' && number >= 50 ? { kind: 'nobody', why: 'invalid' } : undefined,
    ),
  },
  {
    id: 'key-looked-up-by-prefix',
    title: 'Accepts any token that begins like the key',
    story:
      'Keys are found by their first eight characters, and the slow comparison of the digest was removed.',
    requirements: ['auth.key-exact'],
    change: (parts, { holders }) => ({
      findHolder: (token) =>
        parts.findHolder(token) ??
        holders.find(({ key }) => token.length > 8 && token.startsWith(key.slice(0, 8))),
    }),
  },
  {
    id: 'description-left-over',
    title: 'Gives a category without a description the description of the previous one',
    story: 'One object serves all requests, and fields missing from a body are not cleared.',
    requirements: ['create.fields'],
    change: descriptionLeftOver,
  },
  {
    id: 'body-length-compared',
    title: 'Treats a category like the first one if their bodies have the same length',
    story: 'A cache of parsed bodies uses Content-Length as its key.',
    requirements: ['list.complete', 'create.fields'],
    change: confusedWithFirst,
  },
  {
    id: 'name-left-over',
    title: 'Gives a category without a name the name of the previous one',
    story: 'Objects come from a pool, and fields missing from a body keep their old value.',
    requirements: ['invalid.name-missing'],
    change: nameLeftOver,
  },
];
