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
 * Runs the kit against an entry once. The outcome must be as the entry states, no part of the key may be written, and the
 * server must not count more requests than the run's plan allowed.
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
