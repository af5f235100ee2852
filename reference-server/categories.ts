/** NewCategory: "name, string, required" and "description, string, not required". */
export interface NewCategory {
  readonly name: string;
  readonly description?: string;
}

/**
 * A stored Category: "all fields of NewCategory plus" an id, "integer, int64, assigned by the service on creation".
 * A number would lose digits beyond 2^53, so the id is a bigint.
 */
export interface Category extends NewCategory {
  readonly id: bigint;
}

/** Stores categories, oldest first. */
export interface CategoryStore {
  readonly list: () => readonly Category[];
  /** Stores a category under the next id, or under a given id (only a change gives one). Throws StoreFull. */
  readonly add: (category: NewCategory, id?: bigint) => Category;
}

/** Thrown when the store has no room for another category. */
export class StoreFull extends Error {
  override readonly name = 'StoreFull';
}

/** The maximum number of characters that the store holds, so that clients cannot fill the memory. Each category adds 100. */
const MOST_CHARACTERS = 50_000_000;

/** Creates an in-memory store that starts with the categories of `seed`. Ids count up from `firstId`. */
export function createCategoryStore(seed: readonly NewCategory[] = [], firstId = 1n): CategoryStore {
  const categories: Category[] = [];
  let counter = firstId;
  let characters = 0;

  const nextId = (): bigint => {
    const id = counter;
    counter += 1n;
    return id;
  };
  const add = ({ name, description }: NewCategory, id: bigint = nextId()): Category => {
    const size = 100 + [name, description].join('').length;
    if (characters + size > MOST_CHARACTERS) throw new StoreFull('The store is full.');
    characters += size;
    const category = description === undefined ? { id, name } : { id, name, description };
    categories.push(category);
    return category;
  };

  for (const category of seed) add(category);
  return { list: () => categories, add };
}
