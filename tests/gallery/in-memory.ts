import type { Entry } from '../../gallery/entry.ts';
import { instanceDefects } from '../../reference-server/defects/instances.ts';
import { raceDefects } from '../../reference-server/defects/races.ts';
import { isLimiter } from '../support/tiers.ts';

/** Defects in which connections play a part, or which of the requests in flight comes first. */
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

/** Tells whether a server shows what it is there for without a socket, at half of the cost of a run. */
export function showsInMemory(server: Entry['server']): boolean {
  return 'requirements' in server ? !ofConnections.includes(server.id) : isLimiter(server);
}
