import { defineConfig } from 'vitest/config';
import project from '../../vitest.config.ts';

const folders = ['checks', 'engine', 'exchange', 'json', 'payloads', 'readings', 'spec', 'suites'];

/** The unit tests of the code that is mutated, without those that run the built command. */
export default defineConfig({
  ...project,
  test: {
    ...project.test,
    include: folders.map((folder) => `tests/${folder}/**/*.test.ts`),
    exclude: ['tests/checks/{command,ends,isolation,planted}.test.ts'],
  },
});
