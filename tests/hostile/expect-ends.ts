import { describe, expect, test } from 'vitest';
import { carryOutHere } from '../cli/in-process.ts';
import type { Tier } from '../support/tiers.ts';
import type { Behaviour } from './behaviour.ts';
import { dividedBehaviours } from './divided.ts';
import { inChild, mostMemoryMb } from './in-child.ts';
import { unkept } from './statement.ts';
import { trial } from './trial.ts';

/** The behaviors of a tier, as the tables of tests take them; the heavy ones apart from the others. */
function casesOf(tier: Tier, isHeavy: boolean): [string, Behaviour][] {
  return dividedBehaviours[tier]
    .filter(({ heavy = false }) => heavy === isHeavy)
    .map((one) => [one.id, one] as [string, Behaviour]);
}

/** Tests that the kit ends as the ledger has it against each target of a tier that takes little memory. */
export function expectEnds(tier: Tier): void {
  describe.concurrent('The kit ends as the ledger has it', () => {
    test.for(casesOf(tier, false))('%s', async ([, behaviour]) => {
      const ended = await trial(behaviour, carryOutHere);
      expect(unkept(behaviour, ended).join('\n')).toBe('');
    });
  });
}

/**
 * Several children run beside one another here, and memory is given back late on a busy machine. `npm run hostile` runs each
 * alone and holds the bound itself; what keeps the responses of a run would take several times as much.
 */
const roomOfBusyMachine = 1.3;

/** The same for each target that sends so much that the kit runs in a process of its own. A tier may have none. */
export function expectEndsInMemory(tier: Tier): void {
  const cases = casesOf(tier, true);
  if (cases.length === 0) return;
  describe.concurrent('The kit ends as the ledger has it, and its memory does not fill', () => {
    test.for(cases)('%s', async ([, behaviour]) => {
      const ended = await trial(behaviour, inChild);
      expect(unkept(behaviour, ended).join('\n')).toBe('');
      expect(ended.peakMb).toBeLessThan(mostMemoryMb * roomOfBusyMachine);
    });
  });
}
