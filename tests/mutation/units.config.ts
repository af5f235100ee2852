import { defineConfig } from 'vitest/config';
import quick from '../quick.config.ts';

const folders = [
  'checks',
  'engine',
  'exchange',
  'json',
  'limiters',
  'payloads',
  'readings',
  'spec',
  'suites',
];

/** The quick unit tests of the code that is mutated, without those that run the built command. */
export default defineConfig({
  ...quick,
  test: {
    ...quick.test,
    include: folders.map((folder) => `tests/${folder}/**/*.test.ts`),
    exclude: [...(quick.test?.exclude ?? []), 'tests/checks/{command,ends,planted}.test.ts'],
    setupFiles: ['tests/mutation/skip-extended.ts'],
  },
});
