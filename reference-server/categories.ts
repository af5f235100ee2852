/** What a client gives to create a category. */
export interface NewCategory {
  readonly name: string;
  readonly description?: string;
}

/** A stored category; the id is an int64, hence bigint. */
export interface Category extends NewCategory {
  readonly id: bigint;
}

/** A category to begin with; without an id it gets the next one. */
export interface SeedCategory extends NewCategory {
  readonly id?: bigint | number;
}

/** Where categories are kept, oldest first. */
export interface CategoryStore {
  readonly list: () => readonly Category[];
  /** Stores a category under the next free id, or, for changes that want it, under the given one. */
  readonly add: (category: NewCategory, id?: bigint) => Category;
}

/** A store in memory; ids come from a counter that begins at `firstId` and passes over those the seed holds. */
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
