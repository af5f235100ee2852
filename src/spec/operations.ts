/** The operations that the specification names. The last two are named, but not specified. */
export type OperationId = 'listCategories' | 'createCategory' | 'petById' | 'orders';

export interface Operation {
  readonly id: OperationId;
  readonly method: 'GET' | 'POST';
  /** Relative to the base address. */
  readonly path: string;
  /** As people and reports name it. */
  readonly title: string;
}

export const listCategories: Operation = {
  id: 'listCategories',
  method: 'GET',
  path: '/categories',
  title: 'GET /categories',
};

export const createCategory: Operation = {
  id: 'createCategory',
  method: 'POST',
  path: '/categories',
  title: 'POST /categories',
};

export const petById: Operation = {
  id: 'petById',
  method: 'GET',
  path: '/pets/1',
  title: 'GET /pets/{petId}',
};

export const orders: Operation = {
  id: 'orders',
  method: 'GET',
  path: '/store/orders',
  title: 'GET /store/orders',
};

/** All four: each of them asks for the key, and each answer carries the rate-limit headers. */
export const namedOperations = [listCategories, createCategory, petById, orders] as const;

/** What to call the target of a request in a sentence. */
export function operationTitle(id: OperationId | 'elsewhere'): string {
  return namedOperations.find((operation) => operation.id === id)?.title ?? 'an unlisted path';
}
