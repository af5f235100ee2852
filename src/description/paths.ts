import { below, elementsOf, fieldsOf, isFields, type Place } from './place.ts';

/** A path template of the specification, relative to its base address, and a method. */
export interface Route {
  readonly method: string;
  readonly path: string;
}

/**
 * Finds what all paths of the description begin with, although it belongs to the base address: `/v1` if the servers stop
 * before the version, or none is listed. Of several, the one that most of the routes share, else the first.
 */
export function sharedPrefix(root: Place, routes: readonly Route[]): string {
  const addresses = serverAddresses(root);
  if (addresses.length > 0 && addresses.every(endsInV1)) return '';
  const counts = new Map<string, number>();
  for (const route of routes)
    for (const path of pathsWith(root, route)) {
      const prefix = prefixOf(path, route.path);
      if (prefix === '' || (prefix !== undefined && endsInV1(prefix)))
        counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
    }
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
  return most?.[0] ?? '';
}

/**
 * Looks up an operation. Parameters are compared by position, so `{pet_id}` is `{petId}`. If the address differs (another
 * prefix, letter case, a slash at the end), the operation is found, but is not exact.
 */
export function locate(root: Place, route: Route, prefix: string) {
  const paths = pathsWith(root, route);
  const exact = paths.find((path) => unnamed(path) === unnamed(prefix + route.path));
  const path = exact ?? paths.find((other) => prefixOf(loose(other), loose(route.path)) !== undefined);
  if (path === undefined) return undefined;
  const item = below(root, 'paths', path);
  return { path, item, operation: below(item, route.method), exact: exact !== undefined };
}

/** Lists the addresses of the servers of a description, their variables at their defaults. */
export function serverAddresses(root: Place): string[] {
  return elementsOf(below(root, 'servers')).slice(0, mostServers).map(addressOf);
}

/** Bounds on servers and addresses: variables in them could multiply without end. */
const mostServers = 100;
const longestAddress = 2_000;

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

/** Returns whether the last segment of an address or a path is v1; a slash at its end is fine. */
export function endsInV1(address: string): boolean {
  const path = address.replace(/[?#].*$/s, '').replace(/\/$/, '');
  return path.split('/').at(-1) === 'v1';
}

function pathsWith(root: Place, { method }: Route): string[] {
  return Object.keys(fieldsOf(below(root, 'paths'))).filter((path) =>
    isFields(below(root, 'paths', path, method).value),
  );
}

/** Returns what is before `tail` in a path; undefined if the path does not end in it. */
function prefixOf(path: string, tail: string): string | undefined {
  const all = path.split('/');
  const cut = all.length - (tail.split('/').length - 1);
  if (cut < 1 || unnamed(`/${all.slice(cut).join('/')}`) !== unnamed(tail)) return undefined;
  return all.slice(0, cut).join('/');
}

function unnamed(path: string): string {
  return path.replaceAll(/\{[^{}]*\}/g, '{}');
}

function loose(path: string): string {
  return path.replace(/\/$/, '').toLowerCase();
}
