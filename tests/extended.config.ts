import { availableParallelism } from 'node:os';
import { env } from 'node:process';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import project from '../vitest.config.ts';
import { commit } from './support/commit.ts';
import { dividedFiles, extendedFiles, longestFiles } from './support/tier-files.ts';
import { divideByCommit } from './support/tiers.ts';

/**
 * The files of `npm run test:all`, which runs tests with the tag `extended`. With PETSTORE_SHARES=N, only one of N shares of
 * these files, which the commit selects, for a pipeline with a time limit.
 */
const shares = Number(env['PETSTORE_SHARES'] ?? 1);

const include = [...divideByCommit([...extendedFiles, ...dividedFiles].sort(), shares, commit).quick];

/** Starts the longest files first. Without earlier results, Vitest sorts by size, and a short file may have a long table. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = longestFiles.findIndex((file) => moduleId.endsWith(`/${file}`));
      return rank === -1 ? longestFiles.length : rank;
    };
    return (await super.sort(files)).sort((a, b) => rankOf(a) - rankOf(b));
  }
}

export default defineConfig({
  ...project,
  test: {
    ...project.test,
    include,
    // While tests wait, such as for a limit to reset, another worker uses the processors.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
  },
});
