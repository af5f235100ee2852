import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** All test files, relative to the root. */
export const testFiles: readonly string[] = readdirSync(resolve(root, 'tests'), {
  recursive: true,
  encoding: 'utf8',
})
  .map((file) => `tests/${file.replaceAll('\\', '/')}`)
  .filter((file) => file.endsWith('.test.ts'))
  .sort();

const texts = testFiles.map((file) => ({ file, text: readFileSync(resolve(root, file), 'utf8') }));

const filesWith = (pattern: RegExp): readonly string[] =>
  texts.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

/** The test files that belong to the extended tier as a whole. */
export const extendedFiles = filesWith(/^\/\/ @module-tag extended$/m);

/** The test files that need a quiet machine. */
export const quietFiles = filesWith(/^\/\/ @module-tag quiet$/m);

/** The test files that keep the machine busy. */
export const busyFiles = filesWith(/^\/\/ @module-tag busy$/m);

/** The test files that have tests in both tiers. */
export const dividedFiles = filesWith(
  /\b(extendedTier|inTiers)\b.*from '\.\.\/.*\/tiers\.ts'|\bexpectRows\b.*from '.*\/expect-rows\.ts'/s,
);

/** The files that have tests of a tier, keyed by the tag filter that selects the tier. */
export const tierFiles: Readonly<Record<string, readonly string[]>> = {
  '!extended': testFiles.filter((file) => !extendedFiles.includes(file)),
  extended: testFiles.filter((file) => [...extendedFiles, ...dividedFiles].includes(file)),
};
