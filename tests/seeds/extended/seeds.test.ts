// @module-tag extended
import { describe, expect, it } from 'vitest';
import { commit } from '../../support/commit.ts';
import { divideByCommit } from '../../support/tiers.ts';
import { legalRows, runDefect, runLegal, seededDefects, seedsForDefects, seedsForLegal } from '../runs.ts';

const seeds = divideByCommit(seedsForLegal, 50, commit).quick;
const [seedForDefects = 1] = divideByCommit(seedsForDefects, seedsForDefects.length, commit).quick;

describe(`no false alarm with the seeds ${seeds.join(', ')}, selected by the commit`, () => {
  it.each(legalRows.map((row) => [row.id, row] as const))('%s', async (_id, row) => {
    for (const seed of seeds) {
      expect((await runLegal(row, { seed })).troubles, `seed ${seed}`).toEqual([]);
      expect((await runLegal(row, { seed, profile: 'gentle' })).troubles, `seed ${seed}, gentle`).toEqual([]);
    }
  });
});

describe(`each defect under exactly its requirements with seed ${seedForDefects}, selected by the commit`, () => {
  it.each(seededDefects.map((row) => [row.id, row] as const))('%s', async (_id, row) => {
    expect((await runDefect(row, seedForDefects)).troubles).toEqual([]);
  });
});
