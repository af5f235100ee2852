import { instanceDefects } from '../../reference-server/defects/instances.ts';
import { raceDefects } from '../../reference-server/defects/races.ts';
import { codingVariants } from '../../reference-server/variants/codings.ts';
import { concurrencyVariants } from '../../reference-server/variants/concurrency.ts';
import { headerVariants } from '../../reference-server/variants/headers.ts';
import { httpVariants } from '../../reference-server/variants/http.ts';
import { transientFailureVariants } from '../../reference-server/variants/transient-failures.ts';
import { createVirtualClock } from '../limiters/virtual-clock.ts';
import { startInMemory } from '../support/in-memory.ts';
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

/** Variants that depend on connections, on real time, or on how a message is written. */
const ofMessages: readonly string[] = [
  ...[
    ...codingVariants,
    ...concurrencyVariants,
    ...headerVariants,
    ...httpVariants,
    ...transientFailureVariants,
  ].map(({ id }) => id),
  ...['slow', 'sheds-load-502', 'id-asked-before-plain-text', 'instance-without-headers'],
  ...['key-locked-out', 'limit-by-connection'],
];

/** Returns whether a server shows its behavior without a socket. A run without a socket costs half as much. */
export function showsInMemory({ id, family }: ReferenceRow): boolean {
  return !(family === 'defects' ? ofConnections : ofMessages).includes(id);
}

/**
 * Serves a row without a socket, with a clock that advances only during waits, so that the same run takes the same time on
 * every machine.
 */
export function inMemory(row: ReferenceRow): ReferenceRow {
  return {
    ...row,
    clock: createVirtualClock,
    start: async (clock) =>
      startInMemory({ keys: trialKeys, change: row.change, ...(clock === undefined ? {} : { clock }) }),
  };
}
