import { env } from 'node:process';
import { defineConfig } from 'vitest/config';
import project from '../vitest.config.ts';
import { commit } from './support/commit.ts';
import { dividedFiles, extendedFiles } from './support/tier-files.ts';
import { divideByCommit } from './support/tiers.ts';

/**
 * The files of `npm run test:all`, which runs tests with the tag `extended`. With PETSTORE_SHARES=N, only one of N shares of
 * these files, which the commit selects, for a pipeline with a time limit.
 */
const shares = Number(env['PETSTORE_SHARES'] ?? 1);

const include = [...divideByCommit([...extendedFiles, ...dividedFiles].sort(), shares, commit).quick];

export default defineConfig({
  ...project,
  test: {
    ...project.test,
    include,
    // Most run real commands and servers in real time, and another process may hold one up. What is wrong fails twice.
    retry: 1,
  },
});
