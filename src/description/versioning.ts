import { named } from './operations.ts';
import { endsInV1, serverAddresses, sharedPrefix } from './paths.ts';
import { below, type Difference, fieldsOf, membersOf, type Place, shown, unless } from './place.ts';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** How the version of a description differs from 1.0.0, which is a text (Versioning 2). */
export function versionDifferences(root: Place): Difference[] {
  const version = below(root, 'info', 'version');
  const { value } = version;
  return unless(value === '1.0.0', version, 'version "1.0.0"', shown(value), 'another version');
}

/** Markers of stability that are neither of the two words; an operation may have none (Versioning 3). */
export function stabilityDifferences(root: Place): Difference[] {
  return membersOf(below(root, 'paths'))
    .flatMap(([, path]) => methods.map((method) => below(path, method)))
    .filter((operation) => Object.hasOwn(fieldsOf(operation), 'x-stability'))
    .map((operation) => below(operation, 'x-stability'))
    .flatMap((marker) => {
      const { value } = marker;
      const isMet = value === 'experimental' || value === 'beta';
      return unless(isMet, marker, '"experimental" or "beta"', shown(value), 'another marker of stability');
    });
}

/**
 * Whether one of the servers ends in v1, together with what all paths begin with (Versioning 1); undefined where no
 * server is listed.
 */
export function serverDifferences(root: Place): Difference[] | undefined {
  const addresses = serverAddresses(root);
  if (addresses.length === 0) return undefined;
  const prefix = sharedPrefix(root, named);
  const received = addresses.slice(0, 3).map(shown).join(', ');
  const servers = below(root, 'servers');
  const isMet = addresses.some((address) => endsInV1(address.replace(/\/$/, '') + prefix));
  return unless(isMet, servers, 'an address that ends in /v1', received, 'no address ends in v1');
}
