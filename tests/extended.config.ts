import { defineConfig } from 'vitest/config';
import project from '../vitest.config.ts';
import { dividedFiles, extendedFiles } from './support/tier-files.ts';

/** The files of `npm run test:all`, which runs tests with the tag `extended`. */
export default defineConfig({
  ...project,
  test: {
    ...project.test,
    include: [...extendedFiles, ...dividedFiles],
    // Most run real commands and servers in real time, and another process may hold one up. What is wrong fails twice.
    retry: 1,
  },
});
