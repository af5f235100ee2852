import { describe, expect, test } from 'vitest';
import { carryOutHere } from '../cli/in-process.ts';
import type { Tier } from '../support/tiers.ts';
import type { Behaviour } from './behaviour.ts';
import { dividedBehaviours } from './divided.ts';
import { inChild, mostMemoryMb } from './in-child.ts';
import { unkept } from './statement.ts';
import { trial } from './trial.ts';

/** Lists the behaviors of a tier as test cases, either the heavy ones or the others. */
function casesOf(tier: Tier, isHeavy: boolean): [string, Behaviour][] {
  return dividedBehaviours[tier]
    .filter(({ heavy = false }) => heavy === isHeavy)
    .map((one) => [one.id, one] as [string, Behaviour]);
}

/** Tests that a run against each target of a tier ends as expected; without the heavy targets. */
export function expectEnds(tier: Tier): void {
  describe.concurrent('a run ends as expected against the hostile target', () => {
    test.for(casesOf(tier, false))('%s', async ([, behaviour]) => {
      const ended = await trial(behaviour, carryOutHere);
      expect(unkept(behaviour, ended).join('\n')).toBe('');
    });
  });
}

/**
 * Several processes run concurrently here, and memory is freed late on a busy machine. `npm run hostile` checks the exact
 * bound. A run that kept all its responses would need several times as much.
 */
const roomOfBusyMachine = 1.3;

/** Tests the heavy targets of a tier, each in its own process. A tier may have none. */
export function expectEndsInMemory(tier: Tier): void {
  const cases = casesOf(tier, true);
  if (cases.length === 0) return;
  describe.concurrent('a run ends as expected and within its memory limit against the hostile target', () => {
    test.for(cases)('%s', async ([, behaviour]) => {
      const ended = await trial(behaviour, inChild);
      expect(unkept(behaviour, ended).join('\n')).toBe('');
      expect(ended.peakMb).toBeLessThan(mostMemoryMb * roomOfBusyMachine);
    });
  });
}
