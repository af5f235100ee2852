import { defineConfig } from 'vitest/config';
import { inGroups } from './support/groups.ts';
import { extendedFiles, testFiles } from './support/tier-files.ts';

/** The files of `npm test`, which leaves out tests with the tag `extended`. */
export default defineConfig({
  test: { projects: inGroups(testFiles.filter((file) => !extendedFiles.includes(file))) },
});
