import { env } from 'node:process';
import { defineConfig } from 'vitest/config';
import project from '../vitest.config.ts';
import { commit } from './support/commit.ts';
import { extendedFiles } from './support/tier-files.ts';
import { divideByCommit } from './support/tiers.ts';

/**
 * The tests of `npm run test:all`: the files in folders named `extended`. With PETSTORE_SHARES=N, only one of N shares, which
 * the commit selects, for a pipeline with a time limit.
 */
const shares = Number(env['PETSTORE_SHARES'] ?? 1);

const include = [...divideByCommit(extendedFiles, shares, commit).quick];

export default defineConfig({ ...project, test: { ...project.test, include } });
