import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { createVitest } from 'vitest/node';

const root = resolve(import.meta.dirname, '..');

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

it('runs files in folders named "extended" in the extended tier, and all others in the quick tier', async () => {
  const all = readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })
    .map((file) => `tests/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.test.ts'))
    .sort();
  const extended = all.filter((file) => file.split('/').slice(0, -1).includes('extended'));
  expect(extended.length).toBeGreaterThan(10);
  expect(await filesOf('tests/extended.config.ts')).toEqual(extended);
  expect(await filesOf('tests/quick.config.ts')).toEqual(all.filter((file) => !extended.includes(file)));
});
