// @module-tag extended
import { describe, expect, it } from 'vitest';
import { legalRows, runDefect, runLegal, seededDefects } from '../runs.ts';

/** `npm run seeds` uses many others. */
const seed = 1;

describe('no false alarm with another seed', () => {
  it.each(legalRows.map((row) => [row.id, row] as const))('%s', async (_id, row) => {
    expect((await runLegal(row, { seed })).troubles).toEqual([]);
    expect((await runLegal(row, { seed, profile: 'gentle' })).troubles, 'gentle').toEqual([]);
  });
});

describe('each defect under exactly its requirements with another seed', () => {
  it.each(seededDefects.map((row) => [row.id, row] as const))('%s', async (_id, row) => {
    expect((await runDefect(row, seed)).troubles).toEqual([]);
  });
});
