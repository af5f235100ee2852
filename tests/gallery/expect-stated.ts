import { expect } from 'vitest';
import type { Entry } from '../../gallery/entry.ts';
import { runEntry } from '../../gallery/outcome.ts';
import { runTrial } from '../../gallery/trial.ts';
import type { RunEvent } from '../../src/report/model/events.ts';
import { runInMemory } from '../support/in-memory.ts';
import { showsInMemory } from './in-memory.ts';
import { leaksIn } from './leaks.ts';
import { statedOutcome } from './stated.ts';

/**
 * Runs the kit against an entry, once, and holds three things of it: the outcome is the stated one, nothing of the
 * key is written, and by the count of the server no more is sent than any plan of the run told.
 */
export async function expectAsStated(entry: Entry): Promise<void> {
  const events: RunEvent[] = [];
  let requests = 0;
  const outcome = await runEntry(entry, {
    trial: showsInMemory(entry.server) ? runInMemory : runTrial,
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
