import { below, fieldsOf, isFields, type Place, placesIn } from './place.ts';

/** A path template of the specification, relative to the base URL, and a method. */
export interface OperationPath {
  readonly method: string;
  readonly path: string;
}

/**
 * Finds the part of the base URL that a description repeats in its paths: `/v1` if the server URLs have no version, or no
 * server is listed. Of several prefixes, returns the one that most routes share.
 */
export function sharedPrefix(root: Place, routes: readonly OperationPath[]): string {
  const urls = serverUrls(root);
  if (urls.length > 0 && urls.every(endsInV1)) return '';
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
 * Looks up an operation. Parameter names are ignored, so `{pet_id}` matches `{petId}`. An operation with another prefix,
 * letter case or trailing slash is found, but is not exact.
 */
export function locate(root: Place, route: OperationPath, prefix: string) {
  const paths = pathsWith(root, route);
  const exact = paths.find((path) => unnamed(path) === unnamed(prefix + route.path));
  const path = exact ?? paths.find((other) => prefixOf(loose(other), loose(route.path)) !== undefined);
  if (path === undefined) return undefined;
  const item = below(root, 'paths', path);
  return { path, item, operation: below(item, route.method), exact: exact !== undefined };
}

/** Lists the server URLs of a description, with the defaults of their variables. */
export function serverUrls(root: Place): string[] {
  return placesIn(below(root, 'servers')).slice(0, maxServers).map(urlOf);
}

/** Limits for servers and URLs, because variables could make URLs very long. */
const maxServers = 100;
const longestUrl = 2_000;

function urlOf(server: Place): string {
  const variables = fieldsOf(below(server, 'variables'));
  const url = String(fieldsOf(server)['url'] ?? '').slice(-longestUrl);
  return url.replaceAll(/\{([^{}]*)\}/g, (whole, name: string) => {
    const place = Object.hasOwn(variables, name)
      ? below(server, 'variables', name, 'default').value
      : undefined;
    return place === undefined ? whole : String(place).slice(0, longestUrl);
  });
}

/** Checks whether the last segment of a URL or path is v1, ignoring a trailing slash. */
export function endsInV1(url: string): boolean {
  const path = url.replace(/[?#].*$/s, '').replace(/\/$/, '');
  return path.split('/').at(-1) === 'v1';
}

function pathsWith(root: Place, { method }: OperationPath): string[] {
  return Object.keys(fieldsOf(below(root, 'paths'))).filter((path) =>
    isFields(below(root, 'paths', path, method).value),
  );
}

/** Returns the part of a path before `tail`, or undefined if the path does not end in it. */
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
