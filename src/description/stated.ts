import { below, type Difference, elementsOf, fieldsOf, membersOf, type Place, shown } from './place.ts';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** How the version of a description differs from 1.0.0, which is a text (Versioning 2). */
export function versionDifferences(root: Place): Difference[] {
  const version = below(root, 'info', 'version');
  if (version.value === '1.0.0') return [];
  const { pointer, value } = version;
  return [{ pointer, expected: 'version "1.0.0"', received: shown(value), cause: 'another version' }];
}

/** Markers of stability that are neither of the two words; an operation may have none (Versioning 3). */
export function stabilityDifferences(root: Place): Difference[] {
  return membersOf(below(root, 'paths'))
    .flatMap(([, path]) => methods.map((method) => below(path, method)))
    .filter((operation) => Object.hasOwn(fieldsOf(operation), 'x-stability'))
    .map((operation) => below(operation, 'x-stability'))
    .filter(({ value }) => value !== 'experimental' && value !== 'beta')
    .map(({ pointer, value }) => ({
      pointer,
      expected: '"experimental" or "beta"',
      received: shown(value),
      cause: 'another marker of stability',
    }));
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
