import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

const testFiles = readdirSync(resolve(root, 'tests'), { recursive: true, encoding: 'utf8' })
  .map((file) => `tests/${file.replaceAll('\\', '/')}`)
  .filter((file) => file.endsWith('.test.ts'))
  .sort()
  .map((file) => ({ file, text: readFileSync(resolve(root, file), 'utf8') }));

const filesWith = (pattern: RegExp): readonly string[] =>
  testFiles.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

/** The test files that belong to the extended tier as a whole. */
export const extendedFiles = filesWith(/^\/\/ @module-tag extended$/m);

/** The test files that have tests in both tiers. */
export const dividedFiles = filesWith(/\b(extendedTier|inTiers)\b.*from '\.\.\/.*\/tiers\.ts'/s);

/** The files of the extended tier that take longest, longest first. They start first, so that none runs alone at the end. */
export const longestFiles: readonly string[] = [
  'tests/hostile/extended/memory.test.ts',
  'tests/stacks/extended/system-stacks.test.ts',
  'tests/strangers/extended/strangers.test.ts',
  'tests/gallery/extended/defects.test.ts',
  'tests/hostile/extended/hostile.test.ts',
  'tests/docs/extended/nightly.test.ts',
  'tests/cli/extended/outside-text.test.ts',
  'tests/docs/extended/ci.test.ts',
  'tests/docs/extended/commands.test.ts',
  'tests/page/extended/accessibility.test.ts',
  'tests/cli/extended/interruption.test.ts',
  'tests/package/extended/documented.test.ts',
  'tests/docs/extended/test-frameworks.test.ts',
  'tests/cli/extended/key.test.ts',
  'tests/page/extended/page.test.ts',
  'tests/limiters/extended/matrix.test.ts',
  'tests/package/extended/installed.test.ts',
  'tests/cli/planted-secrets.test.ts',
  'tests/gallery/extended/variants.test.ts',
  'tests/api/extended/examples.test.ts',
  'tests/engine/extended/bound.test.ts',
  'tests/limiters/extended/ban.test.ts',
  'tests/cli/ends.test.ts',
  'tests/checks/extended/endless.test.ts',
];
