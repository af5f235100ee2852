import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createVitest } from 'vitest/node';
import { dividedFiles, extendedFiles } from './support/tier-files.ts';
import { extendedTier, inTiers } from './support/tiers.ts';

const root = resolve(import.meta.dirname, '..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Lists the files that a Vitest configuration runs, relative to the root. */
async function filesOf(config: string): Promise<string[]> {
  const vitest = await createVitest('test', { config: join(root, config), root, watch: false });
  try {
    const specifications = await vitest.globTestSpecifications();
    return specifications.map(({ moduleId }) => moduleId.slice(root.length + 1)).sort();
  } finally {
    await vitest.close();
  }
}

describe('the tiers', () => {
  const all = readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })
    .map((file) => `tests/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.test.ts'))
    .sort();

  it('run every test file, and share only the files that have tests in both', async () => {
    const quick = await filesOf('tests/quick.config.ts');
    const extended = await filesOf('tests/extended.config.ts');
    expect(quick).toEqual(all.filter((file) => !extendedFiles.includes(file)));
    expect(extended).toEqual(all.filter((file) => [...extendedFiles, ...dividedFiles].includes(file)));
    expect(scripts['unit']).toMatch(/tests\/quick\.config\.ts --tags-filter !extended$/);
    expect(scripts['test:all']).toMatch(/tests\/extended\.config\.ts --tags-filter extended$/);
  });

  it('have the tag "extended" in every file of a folder of this name', () => {
    const inFolder = all.filter((file) => file.split('/').slice(0, -1).includes('extended'));
    expect(inFolder.length).toBeGreaterThan(10);
    expect(extendedFiles).toEqual(inFolder);
  });

  it('divide tests by their tags', () => {
    expect(inTiers([1, 2, 3, 4, 5], 2)).toEqual([
      { rows: [1, 3, 5], options: {} },
      { rows: [2, 4], options: extendedTier },
    ]);
    expect(extendedTier.tags).toEqual(['extended']);
    expect(dividedFiles).toContain('tests/cli/replay.test.ts');
    expect(dividedFiles).not.toContain('tests/house.test.ts');
  });
});
