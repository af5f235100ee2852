import type { Problem } from './problem.ts';
import type { HeaderLine } from './response.ts';

/** The operations in the specification. */
export type OperationId = 'listCategories' | 'createCategory' | 'getPet' | 'listOrders';

/** What a request asks for. */
export type Route =
  | { readonly kind: 'operation'; readonly operation: OperationId; readonly parameters: readonly string[] }
  | { readonly kind: 'description' }
  | { readonly kind: 'wrong-method'; readonly allow: string }
  | { readonly kind: 'unknown' }
  /** HTTP itself forbids the request. */
  | { readonly kind: 'refused'; readonly problem: Problem; readonly headers: readonly HeaderLine[] };

/** A path relative to the base URL; `{}` matches any single non-empty segment. */
interface Resource {
  readonly path: readonly string[];
  readonly methods: { readonly [method: string]: OperationId | 'description' };
}

/** The operations of the section "Endpoints", and the interface description. */
const RESOURCES: readonly Resource[] = [
  { path: ['categories'], methods: { GET: 'listCategories', POST: 'createCategory' } },
  { path: ['pets', '{}'], methods: { GET: 'getPet' } },
  { path: ['store', 'orders'], methods: { GET: 'listOrders' } },
  { path: ['openapi.json'], methods: { GET: 'description' } },
];

/** Finds the route of a method and a path. HEAD is served wherever GET is. `basePath` is like `/v1`. */
export function routeOf(method: string, path: readonly string[] | undefined, basePath: string): Route {
  if (path === undefined) return { kind: 'unknown' };
  if (path.length === 0) return { kind: 'wrong-method', allow: 'GET, HEAD, POST' };
  const base = basePath.split('/').slice(1);
  if (base.some((segment, index) => path[index] !== segment)) return { kind: 'unknown' };
  const below = path.slice(base.length);
  const resource = RESOURCES.find((candidate) => matches(candidate.path, below));
  if (resource === undefined) return { kind: 'unknown' };
  const { methods } = resource;
  const wanted = method === 'HEAD' ? 'GET' : method;
  const operation = Object.hasOwn(methods, wanted) ? methods[wanted] : undefined;
  if (operation === undefined) return { kind: 'wrong-method', allow: allowed(methods) };
  if (operation === 'description') return { kind: 'description' };
  const parameters = below.filter((_segment, index) => resource.path[index] === '{}');
  return { kind: 'operation', operation, parameters };
}

function matches(pattern: readonly string[], path: readonly string[]): boolean {
  if (pattern.length !== path.length) return false;
  return pattern.every((segment, index) => (segment === '{}' ? path[index] !== '' : path[index] === segment));
}

function allowed(methods: Resource['methods']): string {
  return Object.keys(methods)
    .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    .join(', ');
}
