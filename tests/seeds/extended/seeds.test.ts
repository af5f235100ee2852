// @module-tag extended
import { describe, expect, it } from 'vitest';
import { usualSeed } from '../../../src/config/options.ts';
import { showsInMemory } from '../../gallery/in-memory.ts';
import { divideDefects, divideEvery } from '../../support/tiers.ts';
import { legalRows, runDefect, runLegal, seededDefects } from '../runs.ts';

/**
 * The default seed, with which users usually run the kit. The gallery uses a different one, and `npm run prove --
 * seeds` uses many others.
 */
const seed = usualSeed;

describe('no false alarm with the default seed', () => {
  const chosen = divideEvery(legalRows, 3).quick;
  it.each(chosen.map((row) => [row.id, row] as const))('%s, gentle', async (_id, row) => {
    expect((await runLegal(row, { seed, profile: 'gentle' })).troubles).toEqual([]);
  });
});

describe('with the default seed, one defect of each requirement violates exactly the expected requirements', () => {
  const chosen = divideDefects(seededDefects, showsInMemory).quick;
  it.each(chosen.map((row) => [row.id, row] as const))('%s', async (_id, row) => {
    expect((await runDefect(row, seed)).troubles).toEqual([]);
  });
});
