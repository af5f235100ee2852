import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import project from '../vitest.config.ts';
import { dividedFiles, extendedFiles } from './support/tier-files.ts';

/**
 * The files that take longest, in the order in which they begin. Strangers' servers have windows of a few seconds in real time,
 * so next to them run files without processes of their own.
 */
const longest = [
  'gallery/strangers',
  'seeds/extended/seeds',
  'gallery/defects',
  'package/extended/installers',
  'gallery/variants',
  'limiters/latency',
  'gallery/limiters',
  'cli/extended/key',
  'limiters/simulated-traffic',
  'gallery/extended/credential-seeds',
  'gallery/hostile',
].map((name) => `/tests/${name}.test.ts`);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const first = longest.flatMap((name) => sorted.filter(({ moduleId }) => moduleId.endsWith(name)));
    return [...first, ...sorted.filter((file) => !first.includes(file))];
  }
}

/** `npm run test:all`: every test with the tag `extended`. */
export default defineConfig({
  ...project,
  test: {
    ...project.test,
    include: [...extendedFiles, ...dividedFiles],
    sequence: { sequencer: LongestFirst },
    // One thread tests all servers of a file. With more at a time, requests arrive too late for windows of four seconds.
    maxConcurrency: 6,
    // Most run real commands and servers in real time, and another process may hold one up. What is wrong fails twice.
    retry: 1,
  },
});
