import { availableParallelism } from 'node:os';
import { argv } from 'node:process';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { busyFiles, quietFiles, testFiles, tierFiles } from './tests/support/tier-files.ts';

/** Settings of every test of the kit, and of the measurements in `tests/prove.config.ts`. */
export const shared = {
  // One of the stacks uses Nest, which needs decorators.
  oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } },
  test: {
    tags: [
      { name: 'extended', description: 'Tests of `npm run test:all`. All others are tests of `npm test`.' },
      {
        name: 'quiet',
        description:
          'Files of tests in real time, which run after all others, because a busy machine disturbs them.',
      },
      { name: 'busy', description: 'Files of tests that keep the machine busy, and so run last, alone.' },
    ],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // Modules stay loaded from one test file to the next, because no test leaves state in a module.
    isolate: false,
    // Tests spend half of their time waiting for windows, timers and other processes.
    maxWorkers: 2 * availableParallelism(),
    // Concurrent tests wait for windows and responses, too.
    maxConcurrency: 8,
    // Node.js itself loads the built files, and therefore also the user modules that they import.
    server: { deps: { external: [/\/dist\//] } },
  },
} satisfies TestProjectInlineConfiguration;

/** The files that take the longest time, in the order in which they begin. */
const longest = [
  'gallery/hostile',
  'gallery/defects',
  'gallery/variants',
  'docs/extended/nightly',
  'seeds/extended/seeds',
  'package/extended/installers',
  'docs/extended/ci',
  'gallery/limiters',
  'gallery/strangers',
].map((name) => `/tests/${name}.test.ts`);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const first = longest.flatMap((name) => sorted.filter(({ moduleId }) => moduleId.endsWith(name)));
    return [...first, ...sorted.filter((file) => !first.includes(file))];
  }
}

/** A tier loads only the files that contain tests of that tier. */
const files = tierFiles[argv[argv.indexOf('--tags-filter') + 1] ?? ''] ?? testFiles;

function group(
  name: string,
  groupOrder: number,
  inGroup: (file: string) => boolean,
  limits: { readonly maxWorkers?: number; readonly maxConcurrency?: number } = {},
): TestProjectInlineConfiguration {
  const include = files.filter(inGroup);
  return { ...shared, test: { ...shared.test, ...limits, name, include, sequence: { groupOrder } } };
}

const isQuiet = (file: string): boolean => quietFiles.includes(file);
const isBusy = (file: string): boolean => busyFiles.includes(file);

/** All tests, in three groups that follow each other. */
export default defineConfig({
  test: {
    projects: [
      group('tests', 0, (file) => !isQuiet(file) && !isBusy(file)),
      group('quiet', 1, isQuiet, { maxWorkers: 2, maxConcurrency: 6 }),
      group('busy', 2, isBusy, { maxWorkers: 1 }),
    ],
    sequence: { sequencer: LongestFirst },
  },
});
