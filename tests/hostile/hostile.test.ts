import { describe, expect, test } from 'vitest';
import { carryOutHere } from '../cli/in-process.ts';
import type { Behaviour } from './behaviour.ts';
import { behaviours } from './behaviours.ts';
import { unkept } from './statement.ts';
import { trial } from './trial.ts';

const light = behaviours.filter(({ heavy }) => heavy === undefined);

describe.concurrent('The kit ends as the ledger has it', () => {
  test.for<[string, Behaviour]>(light.map((one) => [one.id, one]))('%s', async ([, behaviour]) => {
    const ended = await trial(behaviour, carryOutHere);
    expect(unkept(behaviour, ended).join('\n')).toBe('');
  });
});
