import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dividedFiles, extendedFiles, tierFiles } from './support/tier-files.ts';
import { extendedTier, inTiers } from './support/tiers.ts';

const root = resolve(import.meta.dirname, '..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

describe('the tiers', () => {
  const all = readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })
    .map((file) => `tests/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.test.ts'))
    .sort();

  it('load every test file, and share only files with tests in both tiers', () => {
    expect(tierFiles['!extended']).toEqual(all.filter((file) => !extendedFiles.includes(file)));
    expect(tierFiles['extended']).toEqual(
      all.filter((file) => [...extendedFiles, ...dividedFiles].includes(file)),
    );
    expect(scripts['unit']).toMatch(/vitest run --tags-filter !extended$/);
    expect(scripts['test:all']).toMatch(/vitest run --tags-filter extended$/);
  });

  it('require the tag "extended" in every file of a folder with that name', () => {
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
