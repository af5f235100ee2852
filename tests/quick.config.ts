import { defineConfig } from 'vitest/config';
import project from '../vitest.config.ts';
import { extendedFiles } from './support/tier-files.ts';

/** The files of `npm test`, which leaves out tests with the tag `extended`. */
export default defineConfig({
  ...project,
  test: { ...project.test, exclude: [...extendedFiles] },
});
