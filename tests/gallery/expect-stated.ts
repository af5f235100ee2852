import { expect } from 'vitest';
import { instanceDefects } from '../../reference-server/defects/instances.ts';
import { raceDefects } from '../../reference-server/defects/races.ts';
import type { Entry } from '../../src/gallery/entry.ts';
import { runEntry } from '../../src/gallery/run-gallery.ts';
import { runTrial } from '../../src/gallery/trial.ts';
import type { RunEvent } from '../../src/model/events.ts';
import { runInMemory } from '../support/in-memory.ts';
import { leaksIn } from './leaks.ts';
import { statedOutcome } from './stated.ts';

/** Defects in which connections play a part, or which of the requests side by side comes first. */
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

/** What a defect does to answers shows without a socket, at half of the cost; legal servers are met as they are. */
function trialOf({ kind, server }: Entry): typeof runTrial {
  return kind === 'variant' || ofConnections.includes(server.id) ? runTrial : runInMemory;
}

/**
 * Runs the kit against an entry, once, and holds three things of it: the outcome is the stated one, nothing of the
 * key is written, and by the count of the server no more is sent than any plan of the run told.
 */
export async function expectAsStated(entry: Entry): Promise<void> {
  const events: RunEvent[] = [];
  let requests = 0;
  const outcome = await runEntry(entry, {
    trial: trialOf(entry),
    listen: (event) => events.push(event),
    tried: ({ counted }) => {
      requests = counted.requests;
    },
  });
  expect(outcome).toEqual(statedOutcome(entry));
  expect(await leaksIn(events)).toEqual([]);
  const bounds = events.flatMap((event) => (event.type === 'plan' ? [event.plan.atMost] : []));
  expect(bounds.length).toBeGreaterThan(0);
  expect(requests).toBeGreaterThan(0);
  expect(requests).toBeLessThanOrEqual(Math.min(...bounds));
}
