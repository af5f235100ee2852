/** What a client sends to create a category. */
export interface NewCategory {
  readonly name: string;
  readonly description?: string;
}

/** A stored category; the id is an int64, so it is a bigint. */
export interface Category extends NewCategory {
  readonly id: bigint;
}

/** A category that exists at the start; without an id it gets the next one. */
export interface SeedCategory extends NewCategory {
  readonly id?: bigint | number;
}

/** Stores categories, oldest first. */
export interface CategoryStore {
  readonly list: () => readonly Category[];
  /** Stores a category under the next free id, or under a given id, which only changes use. */
  readonly add: (category: NewCategory, id?: bigint) => Category;
}

/** Creates an in-memory store. Ids count up from `firstId` and skip those of the seed. */
export function createCategoryStore(seed: readonly SeedCategory[], firstId: bigint): CategoryStore {
  const taken = new Set(seed.flatMap(({ id }) => (id === undefined ? [] : [BigInt(id)])));
  const categories: Category[] = [];
  let counter = firstId;

  const nextId = (): bigint => {
    while (taken.has(counter)) counter += 1n;
    const id = counter;
    counter += 1n;
    return id;
  };
  const add = ({ name, description }: NewCategory, id: bigint = nextId()): Category => {
    const category = description === undefined ? { id, name } : { id, name, description };
    categories.push(category);
    return category;
  };

  for (const { id, ...category } of seed) add(category, id === undefined ? undefined : BigInt(id));
  return { list: () => categories, add };
}
