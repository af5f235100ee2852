import { describe, expect, it } from 'vitest';
import type { Expect } from '../../gallery/row.ts';
import { usualSeed } from '../../src/config/options.ts';
import { commit } from '../support/commit.ts';
import { divideByCommit } from '../support/tiers.ts';
import { legalRows, runDefect, runLegal, seededDefects, seedsForDefects, seedsForLegal } from './runs.ts';

const legal = divideByCommit(legalRows, 32, commit).quick;
const defects = divideByCommit(seededDefects, 32, commit).quick;
const [seed = 1] = divideByCommit(seedsForLegal, seedsForLegal.length, commit).quick;
const [seedForDefects = 1] = divideByCommit(seedsForDefects, seedsForDefects.length, commit).quick;

describe('a sample of `npm run seeds`, selected by the commit', () => {
  it.each(legal.map((row) => [row.id, row] as const))(
    `raises no false alarm against %s with seed ${seed}`,
    async (_id, row) => {
      expect((await runLegal(row, { seed })).troubles).toEqual([]);
      expect((await runLegal(row, { seed, profile: 'gentle' })).troubles).toEqual([]);
    },
  );

  it.each(defects.map((row) => [row.id, row] as const))(
    `reports %s under exactly its requirements with seed ${seedForDefects}`,
    async (_id, row) => {
      expect((await runDefect(row, seedForDefects)).troubles).toEqual([]);
    },
  );
});

describe('a run with another seed', () => {
  const rowOf = (id: string) => seededDefects.find((row) => row.id === id) ?? expect.fail(id);
  const broken = rowOf('error-status-other');

  it('is wrong if a legal server fails, or warns although it names no warning', async () => {
    const asLegal = async (id: string) => {
      const row = { ...rowOf(id), expect: { reports: [], outcome: 'conforms' as const } };
      return (await runLegal(row, { seed: 1 })).troubles;
    };
    expect(await asLegal(broken.id)).toEqual([
      expect.stringMatching(/^expected a legal server passes, saw errors\.status /),
    ]);
    expect(await asLegal('trailing-comma-accepted')).toEqual([
      expect.stringMatching(/^expected a legal server passes, saw invalid\.body-lenient /),
    ]);
  });

  it('is wrong if a defect has other requirements, or more than it states for other seeds', async () => {
    const stating = (stated: Expect, seed: number) => runDefect({ ...broken, expect: stated }, seed);
    expect((await stating({ reports: ['list.ok'] }, 1)).troubles).toEqual([
      expect.stringMatching(/^expected list\.ok, saw errors\.status /),
    ]);
    expect((await stating({ reports: ['errors.status', 'list.ok'] }, 1)).troubles).toHaveLength(1);
    const bySeed = { reports: [], bySeed: broken.expect.reports };
    expect((await stating(bySeed, 1)).troubles).toEqual([]);
    expect((await stating(bySeed, usualSeed)).troubles).toHaveLength(1);
  });
});
