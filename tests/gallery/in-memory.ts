import type { Entry } from '../../gallery/entry.ts';
import { instanceDefects } from '../../reference-server/defects/instances.ts';
import { raceDefects } from '../../reference-server/defects/races.ts';
import { isLimiter } from '../support/tiers.ts';

/** Defects that depend on connections, or on the order of requests in flight. */
const ofConnections: readonly string[] = [
  ...[...raceDefects, ...instanceDefects].map(({ id }) => id),
  ...[
    'key-locked-out',
    'key-remembered-by-connection',
    'name-thousands-deep-cut',
    'not-utf8-cut',
    'list-broken-by-two-at-once',
  ],
];

/** Returns whether a server shows its defect without a socket, at half the cost of a run. */
export function showsInMemory(server: Entry['server']): boolean {
  if ('requirements' in server) return !ofConnections.includes(server.id);
  // The pet operation limits itself, apart from the limiter.
  return isLimiter(server) || server.id === 'pet-limited';
}
