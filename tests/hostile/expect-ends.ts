import { describe, expect, test } from 'vitest';
import { carryOutHere } from '../cli/in-process.ts';
import type { Tier } from '../support/tiers.ts';
import type { Behaviour } from './behaviour.ts';
import { dividedBehaviours } from './divided.ts';
import { inChild, longestMs, maxMemoryMb } from './in-child.ts';
import { unkept } from './statement.ts';
import { trial } from './trial.ts';

/** Returns the heavy or the other targets of a tier, as test cases. */
function casesOf(tier: Tier, isHeavy: boolean): [string, Behaviour][] {
  return dividedBehaviours[tier]
    .filter(({ heavy = false }) => heavy === isHeavy)
    .map((one) => [one.id, one] as [string, Behaviour]);
}

/** Tests that runs against the light targets of a tier end as each target states. */
export function expectEnds(tier: Tier): void {
  describe.concurrent('the kit ends as stated', () => {
    test.for(casesOf(tier, false))('%s', async ([, behaviour]) => {
      const ended = await trial(behaviour, carryOutHere);
      expect(unkept(behaviour, ended).join('\n')).toBe('');
    });
  });
}

/**
 * Several processes run concurrently here, and a busy machine frees memory late. `npm run hostile` checks the bound itself.
 * Storing all responses of a run would take several times as much.
 */
const roomOfBusyMachine = 1.3;

/** Tests the same for the heavy targets, each in its own process. A tier may have none. */
export function expectEndsInMemory(tier: Tier): void {
  const cases = casesOf(tier, true);
  if (cases.length === 0) return;
  describe.concurrent('the kit ends as stated, within its memory bound', () => {
    test.for(cases)('%s', { timeout: longestMs }, async ([, behaviour]) => {
      const ended = await trial(behaviour, inChild);
      expect(unkept(behaviour, ended).join('\n')).toBe('');
      expect(ended.peakMb).toBeLessThan(maxMemoryMb * roomOfBusyMachine);
    });
  });
}
