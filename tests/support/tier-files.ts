import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';

/** The test files of the extended tier: those in folders named `extended`, at any depth. All others are quick. */
export const extendedFiles: readonly string[] = readdirSync(resolve(import.meta.dirname, '..'), {
  recursive: true,
  encoding: 'utf8',
})
  .map((file) => `tests/${file.replaceAll('\\', '/')}`)
  .filter((file) => /\/extended\/.*\.test\.ts$/.test(file))
  .sort();
