// @module-tag extended
import { describe, expect, it } from 'vitest';
import { commit } from '../../support/commit.ts';
import { divideByCommit } from '../../support/tiers.ts';
import { defectEntries, legalEntries, runDefect, runLegal, seedsForDefects, seedsForLegal } from '../runs.ts';

const seeds = divideByCommit(seedsForLegal, 50, commit).quick;
const [seedForDefects = 1] = divideByCommit(seedsForDefects, seedsForDefects.length, commit).quick;

describe(`no false alarm with the seeds ${seeds.join(', ')}, selected by the commit`, () => {
  it.each(legalEntries.map((entry) => [entry.server.id, entry] as const))('%s', async (_id, entry) => {
    for (const seed of seeds) {
      expect((await runLegal(entry, { seed })).troubles, `seed ${seed}`).toEqual([]);
      expect((await runLegal(entry, { seed, profile: 'gentle' })).troubles, `seed ${seed}, gentle`).toEqual(
        [],
      );
    }
  });
});

describe(`each defect under exactly its requirements with seed ${seedForDefects}, selected by the commit`, () => {
  it.each(defectEntries.map((entry) => [entry.server.id, entry] as const))('%s', async (_id, entry) => {
    expect((await runDefect(entry, seedForDefects)).troubles).toEqual([]);
  });
});
