import { readdirSync } from 'node:fs';
import { env } from 'node:process';
import { defineConfig } from 'vitest/config';
import project from '../vitest.config.ts';
import { commit } from './support/commit.ts';
import { extendedFiles } from './support/tier-files.ts';
import { divideByCommit } from './support/tiers.ts';

/**
 * The tests of `npm run test:all`: the files in folders named `extended`, at any depth. With PETSTORE_SHARES=N set, one
 * of N shares of them, which the commit selects, for a pipeline that has ten minutes.
 */
const shares = Number(env['PETSTORE_SHARES'] ?? 1);

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .map((file) => `tests/${file.replaceAll('\\', '/')}`)
  .filter((file) => /\/extended\/.*\.test\.ts$/.test(file))
  .sort();

const include = shares > 1 ? [...divideByCommit(files, shares, commit).quick] : [extendedFiles];

export default defineConfig({ ...project, test: { ...project.test, include } });
