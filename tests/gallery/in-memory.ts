import { instanceDefects } from '../../reference-server/defects/instances.ts';
import { raceDefects } from '../../reference-server/defects/races.ts';
import { createVirtualClock } from '../limiters/virtual-clock.ts';
import { startInMemory } from '../support/in-memory.ts';
import { isLimiter } from '../support/tiers.ts';
import type { ReferenceRow } from './reference.ts';
import { trialKeys } from './trial.ts';

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

/** Returns whether a server shows what it does without a socket, at half the cost of a run. */
export function showsInMemory({ id, family, change }: ReferenceRow): boolean {
  if (family === 'defects') return !ofConnections.includes(id);
  // The pet operation limits itself, apart from the limiter.
  return isLimiter(change) || id === 'pet-limited';
}

/** Serves a row without a socket, by a clock that only waits move: the same run takes the same time everywhere. */
export function inMemory(row: ReferenceRow): ReferenceRow {
  return {
    ...row,
    clock: createVirtualClock,
    start: async (clock) =>
      startInMemory({ keys: trialKeys, change: row.change, ...(clock === undefined ? {} : { clock }) }),
  };
}
