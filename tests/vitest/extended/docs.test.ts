// @module-tag extended
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { blocks, page } from '../../docs/markdown.ts';
import { runVitest } from '../run-vitest.ts';

const apps = join(import.meta.dirname, '..', 'fixtures', 'apps');
const [express = '', hono = '', ...others] = blocks(page('docs/guides/test-runners.md'), 'ts');

/** Runs an example from the guide with one of the apps in fixtures/apps. */
async function runExample(text: string, app: 'express' | 'hono') {
  const folder = join(apps, `shown-${app}`);
  await mkdir(folder, { recursive: true });
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'app.ts'), `export * from '../${app}.ts';\n`);
  await writeFile(join(folder, 'database.ts'), `export * from '../database.ts';\n`);
  await writeFile(join(folder, 'pet-store.fixture.ts'), text);
  return runVitest(`shown-${app}`);
}

it('the guide has exactly two examples', () => {
  expect(others).toEqual([]);
});

it.each([
  ['Express', express, 'express', 'limit.enforced'],
  ['Hono', hono, 'hono', 'create.text'],
] as const)(
  'the %s example in the guide runs, and the app conforms',
  async (_name, text, app, id) => {
    const { status, output, tests } = await runExample(text, app);
    expect(status, output).toBe(0);
    const passed = tests.filter(({ state }) => state === 'passed').map(({ name }) => name.split(':')[0]);
    expect(passed).toEqual(
      expect.arrayContaining(['the run completes', 'auth.key-missing', 'list.complete', id]),
    );
  },
  240_000,
);
