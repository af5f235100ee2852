/** The operations that the specification names. It does not specify the last two. */
export type OperationId = 'listCategories' | 'createCategory' | 'petById' | 'orders';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The id of an operation that a custom check adds is its title: "DELETE /pets/{petId}". */
export type AddedOperationId = `${Method} /${string}`;

export interface Operation {
  readonly id: OperationId | AddedOperationId;
  readonly method: Method;
  /** The path relative to the base URL. */
  readonly path: string;
  /** The name in reports: "GET /pets/{petId}". */
  readonly title: string;
  /** The statuses whose bodies must be an Error, in addition to 401. Only for an operation that a custom check adds. */
  readonly errors?: readonly number[];
}

export const listCategories = specified('listCategories', 'GET', '/categories');
export const createCategory = specified('createCategory', 'POST', '/categories');
export const petById = specified('petById', 'GET', '/pets/1', 'GET /pets/{petId}');
export const orders = specified('orders', 'GET', '/store/orders');

function specified<Id extends OperationId>(
  id: Id,
  method: 'GET' | 'POST',
  path: string,
  title = `${method} ${path}`,
): Operation & { readonly id: Id } {
  return { id, method, path, title };
}

/**
 * Describes an operation that a custom check adds, such as `operation('GET', '/pets/{petId}', { errors: [404] })`. `errors`
 * lists the statuses whose bodies must be an Error, in addition to 401. Throws if the specification has the operation.
 */
export function operation(
  method: Method,
  path: `/${string}`,
  { errors = [] }: Pick<Operation, 'errors'> = {},
): Operation {
  const id = `${method} ${path}` as const;
  if (!methods.includes(method) || !/^\/[!-~]*$/.test(path))
    throw new TypeError(
      `"${id}" is not an operation: it must be one of ${methods.join(', ')}, followed by a path`,
    );
  if (namedOperations.some((one) => one.title === id && isSpecified(one.id)))
    throw new TypeError(
      `${id} is an operation of the specification. Import it from the kit instead of adding it`,
    );
  return { id, method, path, title: id, errors };
}

/** Checks whether a custom check added an operation. */
export function isAdded(id: string): id is AddedOperationId {
  return id.includes(' /');
}

/**
 * The operations by id. `isSpecified` says whether the specification shows their responses. The compiler reports an
 * operation that is missing here.
 */
const byId: Readonly<Record<OperationId, { readonly operation: Operation; readonly isSpecified: boolean }>> =
  {
    listCategories: { operation: listCategories, isSpecified: true },
    createCategory: { operation: createCategory, isSpecified: true },
    petById: { operation: petById, isSpecified: false },
    orders: { operation: orders, isSpecified: false },
  };

/** The named operations. All of them require the key, and all their responses carry the rate-limit headers. */
export const namedOperations: readonly Operation[] = Object.values(byId).map((one) => one.operation);

/** Names an operation in a sentence. */
export function operationTitle(id: string): string {
  return namedOperations.find((one) => one.id === id)?.title ?? (isAdded(id) ? id : 'an unlisted path');
}

/** The plans of the specification. Enterprise quotas are agreed with each customer. */
export type Plan = 'free' | 'pro' | 'business' | 'enterprise';

/** Requests per minute and per day. */
export const planQuotas: Readonly<Record<Exclude<Plan, 'enterprise'>, { minute: number; day: number }>> = {
  free: { minute: 60, day: 1_000 },
  pro: { minute: 300, day: 10_000 },
  business: { minute: 1_000, day: 100_000 },
};

/**
 * Checks whether the specification shows the responses of an operation; for pets and orders, it only names the operations.
 */
export function isSpecified(operation: string): boolean {
  return Object.values(byId).some((one) => one.operation.id === operation && one.isSpecified);
}

export const plans: readonly Plan[] = ['free', 'pro', 'business', 'enterprise'];
