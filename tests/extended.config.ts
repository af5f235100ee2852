import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { inGroups } from './support/groups.ts';
import { dividedFiles, extendedFiles } from './support/tier-files.ts';

/** The files that take longest, in the order in which they begin. */
const longest = [
  'gallery/hostile',
  'gallery/defects',
  'docs/extended/nightly',
  'gallery/variants',
  'seeds/extended/seeds',
  'payloads/extended/weak-validators',
  'package/extended/installers',
  'docs/extended/ci',
  'gallery/limiters',
  'cli/extended/long-lists',
  'gallery/phenomena',
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
  test: {
    projects: inGroups([...extendedFiles, ...dividedFiles], 6),
    sequence: { sequencer: LongestFirst },
  },
});
