import { afterAll, describe, expect, it } from 'vitest';
import { usualSeed } from '../../src/config/options.ts';
import { runDefect, seededDefects, seedsForDefects } from './runs.ts';

const seeds = [usualSeed, ...seedsForDefects];
const varying: string[] = [];
let ran = 0;

describe(`each defect is reported under its requirements with the seeds ${seeds.join(', ')}`, () => {
  it.each(seededDefects.map((row) => [row.id, row] as const))('%s', async (id, row) => {
    const troubles: string[] = [];
    const others: string[] = [];
    for (const seed of seeds) {
      const result = await runDefect(row, seed);
      ran++;
      troubles.push(...result.troubles.map((trouble) => `seed ${seed}: ${trouble}`));
      if (result.found.length !== row.expect.reports.length)
        others.push(`seed ${seed}: ${result.found.join(', ') || 'nothing'}`);
    }
    const { bySeed } = row.expect;
    if (others.length > 0)
      varying.push(
        `${id}: ${others.join('; ')}. ${bySeed === undefined ? 'bySeed is missing.' : `bySeed: ${bySeed.join(', ')}`}`,
      );
    expect(troubles).toEqual([]);
    expect(bySeed !== undefined, 'bySeed is given only if another seed gives other requirements').toBe(
      others.length > 0,
    );
  });

  afterAll(() => {
    const seconds = Math.round(performance.now() / 1000);
    process.stderr.write(
      `defects: ${ran} runs, ${seeds.length} with each, ${seconds} s. Other requirements with another seed: ${varying.length}\n`,
    );
    for (const line of varying) process.stderr.write(`  ${line}\n`);
  });
});
