import { below, elementsOf, fieldsOf, isFields, type Place } from './place.ts';

/** A path template of the specification, relative to its base address, and a method. */
export interface Route {
  readonly method: string;
  readonly path: string;
}

/**
 * What all paths of the description begin with, although it belongs to the base address: `/v1` where the servers
 * stop before the version, or where none is listed. Of several, the one that most of the routes share.
 */
export function sharedPrefix(root: Place, routes: readonly Route[]): string {
  const addresses = serverAddresses(root);
  if (addresses.length > 0 && addresses.every(endsInV1)) return '';
  const prefixes = routes.flatMap((route) =>
    pathsWith(root, route)
      .map((path) => prefixOf(path, route.path))
      .filter((prefix) => prefix === '' || (prefix !== undefined && endsInV1(prefix))),
  );
  const counts = new Map<string, number>();
  for (const prefix of prefixes) counts.set(prefix ?? '', (counts.get(prefix ?? '') ?? 0) + 1);
  // Of equally many, the first one.
  const most = Math.max(0, ...new Set(counts.values()));
  return [...counts].find(([, count]) => count === most)?.[0] ?? '';
}

/**
 * Looks an operation up. Parameters are compared by position, so `{pet_id}` is `{petId}`. Where the address differs
 * (another prefix, letter case, a slash at the end), the operation is still found, but is not exact.
 */
export function locate(root: Place, route: Route, prefix: string) {
  const paths = pathsWith(root, route);
  const exact = paths.find((path) => samePosition(path, prefix + route.path));
  const path = exact ?? paths.find((other) => prefixOf(loose(other), loose(route.path)) !== undefined);
  if (path === undefined) return undefined;
  const item = below(root, 'paths', path);
  // Exact: server and path together make the address that the specification gives.
  return { path, item, operation: below(item, route.method), exact: exact !== undefined };
}

/** The addresses of the servers that a description lists, their variables at their defaults. */
export function serverAddresses(root: Place): string[] {
  return elementsOf(below(root, 'servers')).slice(0, mostServers).map(addressOf);
}

/** More are not looked at, nor are longer texts put together: variables in them could multiply without end. */
const mostServers = 100;
const longestAddress = 2_000;

/** The address of a server, its variables at their defaults. */
function addressOf(server: Place): string {
  const variables = fieldsOf(below(server, 'variables'));
  const address = String(fieldsOf(server)['url'] ?? '').slice(-longestAddress);
  return address.replaceAll(/\{([^{}]*)\}/g, (whole, name: string) => {
    const place = Object.hasOwn(variables, name)
      ? below(server, 'variables', name, 'default').value
      : undefined;
    return place === undefined ? whole : String(place).slice(0, longestAddress);
  });
}

/** Whether the last segment of an address or a path is v1; a slash at its end is fine. */
export function endsInV1(address: string): boolean {
  const path = address.replace(/[?#].*$/s, '').replace(/\/$/, '');
  return path.split('/').at(-1) === 'v1';
}

function pathsWith(root: Place, { method }: Route): string[] {
  return Object.keys(fieldsOf(below(root, 'paths'))).filter((path) =>
    isFields(below(root, 'paths', path, method).value),
  );
}

/** What stands before `tail` in a path, or undefined where the path does not end so. */
function prefixOf(path: string, tail: string): string | undefined {
  const steps = tail.split('/').length - 1;
  const all = path.split('/');
  const cut = all.length - steps;
  if (cut < 1 || !samePosition(`/${all.slice(cut).join('/')}`, tail)) return undefined;
  return all.slice(0, cut).join('/');
}

function samePosition(one: string, other: string): boolean {
  const unnamed = (path: string) => path.replaceAll(/\{[^{}]*\}/g, '{}');
  return unnamed(one) === unnamed(other);
}

function loose(path: string): string {
  return path.replace(/\/$/, '').toLowerCase();
}
