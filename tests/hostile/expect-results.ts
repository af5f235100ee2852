import { describe, expect, test } from 'vitest';
import { carryOutHere } from '../cli/in-process.ts';
import type { Tier } from '../support/tiers.ts';
import type { Behavior } from './behavior.ts';
import { differencesFromExpected } from './differences.ts';
import { inChild, longestMs, maxMemoryMb } from './in-child.ts';
import { behaviorShards } from './shards.ts';
import { trial } from './trial.ts';

/** Returns the heavy or the other targets of a tier, as test cases. */
function casesOf(tier: Tier, isHeavy: boolean): [string, Behavior][] {
  return behaviorShards[tier]
    .filter(({ heavy = false }) => heavy === isHeavy)
    .map((one) => [one.id, one] as [string, Behavior]);
}

/** Tests that runs against the light targets of a tier end as each target states. */
export function expectResults(tier: Tier): void {
  describe.concurrent('the kit ends as stated', () => {
    test.for(casesOf(tier, false))('%s', async ([, behavior]) => {
      const ended = await trial(behavior, carryOutHere);
      expect(differencesFromExpected(behavior, ended).join('\n')).toBe('');
    });
  });
}

/**
 * Several processes run concurrently here, and a busy machine frees memory late. `npm run hostile` checks the bound itself.
 * Storing all responses of a run would take several times as much.
 */
const roomOfBusyMachine = 1.3;

/** Tests the same for the heavy targets, each in its own process. */
export function expectResultsInMemory(tier: Tier): void {
  const cases = casesOf(tier, true);
  describe.concurrent('the kit ends as stated, within its memory bound', () => {
    test.for(cases)('%s', { timeout: longestMs }, async ([, behavior]) => {
      const ended = await trial(behavior, inChild);
      expect(differencesFromExpected(behavior, ended).join('\n')).toBe('');
      expect(ended.peakMb).toBeLessThan(maxMemoryMb * roomOfBusyMachine);
    });
  });
}
