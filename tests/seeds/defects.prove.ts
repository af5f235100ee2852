import { afterAll, describe, expect, it } from 'vitest';
import { usualSeed } from '../../src/config/options.ts';
import { runDefect, seededDefects, seedsForDefects } from './runs.ts';

const seeds = [usualSeed, ...seedsForDefects];
let ran = 0;

describe(`each defect is reported under its requirements with the seeds ${seeds.join(', ')}`, () => {
  it.each(seededDefects.map((row) => [row.id, row] as const))('%s', async (_id, row) => {
    const troubles: string[] = [];
    for (const seed of seeds) {
      const result = await runDefect(row, seed);
      ran++;
      troubles.push(...result.troubles.map((trouble) => `seed ${seed}: ${trouble}`));
    }
    expect(troubles).toEqual([]);
  });

  afterAll(() => {
    const seconds = Math.round(performance.now() / 1000);
    process.stderr.write(`defects: ${ran} runs, ${seeds.length} with each, ${seconds} s\n`);
  });
});
