import { describe, expect, it } from 'vitest';
import { usualSeed } from '../../src/config/options.ts';
import { commit } from '../support/commit.ts';
import { divideByCommit } from '../support/tiers.ts';
import { defectEntries, legalEntries, runDefect, runLegal, seedsForDefects, seedsForLegal } from './runs.ts';

const legal = divideByCommit(legalEntries, 32, commit).quick;
const defects = divideByCommit(defectEntries, 32, commit).quick;
const [seed = 1] = divideByCommit(seedsForLegal, seedsForLegal.length, commit).quick;
const [seedForDefects = 1] = divideByCommit(seedsForDefects, seedsForDefects.length, commit).quick;

describe('a sample of `npm run seeds`, selected by the commit', () => {
  it.each(legal.map((entry) => [entry.server.id, entry] as const))(
    `raises no false alarm against %s with seed ${seed}`,
    async (_id, entry) => {
      expect((await runLegal(entry, { seed })).troubles).toEqual([]);
      expect((await runLegal(entry, { seed, profile: 'gentle' })).troubles).toEqual([]);
    },
  );

  it.each(defects.map((entry) => [entry.server.id, entry] as const))(
    `reports %s under exactly its requirements with seed ${seedForDefects}`,
    async (_id, entry) => {
      expect((await runDefect(entry, seedForDefects)).troubles).toEqual([]);
    },
  );
});

describe('a run with another seed', () => {
  const broken = defectEntries.find(({ server }) => server.id === 'error-status-other') ?? expect.fail();
  const lenient =
    defectEntries.find(({ server }) => server.id === 'trailing-comma-accepted') ?? expect.fail();

  it('is wrong if a legal server fails, or warns although it names no warning', async () => {
    const asLegal = async ({ server }: typeof broken) => {
      const variant = { ...server, kind: 'variant', legal: '', warnings: [] };
      return (await runLegal({ kind: 'variant', server: variant }, { seed: 1 })).troubles;
    };
    expect(await asLegal(broken)).toEqual([
      expect.stringMatching(/^errors\.status: /),
      expect.stringMatching(/requirement of the specification is violated/),
    ]);
    expect(await asLegal(lenient)).toEqual([expect.stringMatching(/^invalid\.body-lenient: /)]);
  });

  it('is wrong if a defect has other requirements, or more than it states for other seeds', async () => {
    const { server } = broken;
    const stating = (stated: Partial<typeof server>, seed: number) =>
      runDefect({ ...broken, server: { ...server, ...stated } }, seed);
    expect((await stating({ requirements: ['list.ok'] }, 1)).troubles).toEqual([
      expect.stringMatching(/^expected list\.ok, saw errors\.status /),
    ]);
    const more = { requirements: ['errors.status', 'list.ok'] };
    expect((await stating(more, 1)).troubles).toHaveLength(1);
    const bySeed = { requirements: [], bySeed: server.requirements };
    expect((await stating(bySeed, 1)).troubles).toEqual([]);
    expect((await stating(bySeed, usualSeed)).troubles).toHaveLength(1);
  });
});
