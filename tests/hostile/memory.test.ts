import { describe, expect, test } from 'vitest';
import type { Behaviour } from './behaviour.ts';
import { behaviours } from './behaviours.ts';
import { inChild, mostMemoryMb } from './in-child.ts';
import { unkept } from './statement.ts';
import { trial } from './trial.ts';

const heavy = behaviours.filter((behaviour) => behaviour.heavy === true);

describe.concurrent('The kit ends as the ledger has it, and its memory does not fill', () => {
  test.for<[string, Behaviour]>(heavy.map((one) => [one.id, one]))('%s', async ([, behaviour]) => {
    const ended = await trial(behaviour, inChild);
    expect(unkept(behaviour, ended).join('\n')).toBe('');
    expect(ended.peakMb).toBeLessThan(mostMemoryMb);
  });
});
