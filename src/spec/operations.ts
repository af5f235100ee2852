/** The operations that the specification names; the last two are not specified. */
export type OperationId = 'listCategories' | 'createCategory' | 'petById' | 'orders';

export interface Operation {
  readonly id: OperationId;
  readonly method: 'GET' | 'POST';
  /** Relative to the base URL. */
  readonly path: string;
  /** The name in reports: "GET /pets/{petId}". */
  readonly title: string;
}

export const listCategories = operation('listCategories', 'GET', '/categories');
export const createCategory = operation('createCategory', 'POST', '/categories');
export const petById = operation('petById', 'GET', '/pets/1', 'GET /pets/{petId}');
export const orders = operation('orders', 'GET', '/store/orders');

function operation(
  id: OperationId,
  method: Operation['method'],
  path: string,
  title = `${method} ${path}`,
): Operation {
  return { id, method, path, title };
}

/** All four require the key, and all their responses carry the rate-limit headers. */
export const namedOperations = [listCategories, createCategory, petById, orders] as const;

/** Names an operation in a sentence. */
export function operationTitle(id: string): string {
  return namedOperations.find((one) => one.id === id)?.title ?? 'an unlisted path';
}

/** The plans of the specification. Enterprise quotas are agreed with each customer. */
export type Plan = 'free' | 'pro' | 'business' | 'enterprise';

/** Requests per minute and per day. */
export const planQuotas: Readonly<Record<Exclude<Plan, 'enterprise'>, { minute: number; day: number }>> = {
  free: { minute: 60, day: 1_000 },
  pro: { minute: 300, day: 10_000 },
  business: { minute: 1_000, day: 100_000 },
};

/** Checks whether the specification shows the responses of an operation; of pets and orders, it only names the operations. */
export function isSpecified(operation: string): boolean {
  return operation === listCategories.id || operation === createCategory.id;
}

export const plans: readonly Plan[] = ['free', 'pro', 'business', 'enterprise'];
