import { afterAll, describe, expect, it } from 'vitest';
import { type legalRows, runLegal, seedsForLegal, type Varied } from './runs.ts';

/** The runs against each legal server. A thorough run takes ten times as long as a standard one. */
const runs: readonly Varied[] = [
  ...seedsForLegal.map((seed) => ({ seed })),
  ...seedsForLegal.slice(0, 20).map((seed) => ({ seed, profile: 'gentle' as const })),
  ...seedsForLegal.slice(0, 2).map((seed) => ({ seed, profile: 'thorough' as const })),
];

/**
 * Runs the kit against legal servers with every seed. Prints the number of runs, and the servers whose verdict depends on the
 * seed.
 */
export function expectLegal(title: string, rows: typeof legalRows): void {
  const varying: string[] = [];
  let ran = 0;
  describe(title, () => {
    it.each(rows.map((row) => [row.id, row] as const))('%s', async (id, row) => {
      const troubles: string[] = [];
      const verdicts = new Map<string, number>();
      for (const varied of runs) {
        const result = await runLegal(row, varied);
        ran++;
        const at = `seed ${varied.seed}, ${varied.profile ?? 'standard'}`;
        troubles.push(...result.troubles.map((trouble) => `${at}: ${trouble}`));
        if (varied.profile === undefined)
          verdicts.set(result.verdict, (verdicts.get(result.verdict) ?? 0) + 1);
      }
      if (verdicts.size > 1)
        varying.push(`${id}: ${[...verdicts].map(([verdict, count]) => `${count} × ${verdict}`).join('; ')}`);
      process.stderr.write(`${id}: ${runs.length} runs, ${troubles.length} troubles\n`);
      expect(troubles).toEqual([]);
    });
  });
  afterAll(() => {
    const seconds = Math.round(performance.now() / 1000);
    process.stderr.write(
      `${title}: ${ran} runs (${runs.length} against each server) in ${seconds} s. Verdicts that depend on the seed: ${varying.length}\n`,
    );
    for (const line of varying) process.stderr.write(`  ${line}\n`);
  });
}
