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

/** Whether one of the servers ends in v1 (Versioning 1); undefined where none is listed. */
export function serverDifferences(root: Place): Difference[] | undefined {
  const servers = below(root, 'servers');
  const addresses = elementsOf(servers).map(addressOf);
  if (addresses.length === 0) return undefined;
  if (addresses.some(endsInV1)) return [];
  const received = addresses.slice(0, 3).map(shown).join(', ');
  return [
    {
      pointer: servers.pointer,
      expected: 'an address that ends in /v1',
      received,
      cause: 'no address ends in v1',
    },
  ];
}

/** The address of a server, its variables at their defaults. */
function addressOf(server: Place): string {
  const variables = fieldsOf(below(server, 'variables'));
  return String(fieldsOf(server)['url'] ?? '').replaceAll(/\{([^{}]*)\}/g, (whole, name: string) => {
    const place = Object.hasOwn(variables, name)
      ? below(server, 'variables', name, 'default').value
      : undefined;
    return place === undefined ? whole : String(place);
  });
}

function endsInV1(address: string): boolean {
  const path = address.replace(/[?#].*$/s, '').replace(/\/$/, '');
  return path.split('/').at(-1) === 'v1';
}
