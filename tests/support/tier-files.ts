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
export const dividedFiles = filesWith(
  /\b(extendedTier|inTiers)\b.*from '\.\.\/.*\/tiers\.ts'|\bexpectRows\b.*from '.*\/expect-rows\.ts'/s,
);
