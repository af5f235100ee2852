// @module-tag extended
import { describe, expect, it } from 'vitest';
import { usualSeed } from '../../../src/config/options.ts';
import { legalRows, runDefect, runLegal, seededDefects } from '../runs.ts';

/** The seed of users. The gallery has another one, and `npm run seeds` many others. */
const seed = usualSeed;

describe('no false alarm with the usual seed', () => {
  it.each(legalRows.map((row) => [row.id, row] as const))('%s', async (_id, row) => {
    expect((await runLegal(row, { seed })).troubles).toEqual([]);
    expect((await runLegal(row, { seed, profile: 'gentle' })).troubles, 'gentle').toEqual([]);
  });
});

describe('each defect under exactly its requirements with the usual seed', () => {
  it.each(seededDefects.map((row) => [row.id, row] as const))('%s', async (_id, row) => {
    expect((await runDefect(row, seed)).troubles).toEqual([]);
  });
});
