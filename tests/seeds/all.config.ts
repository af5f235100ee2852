import { argv } from 'node:process';
import { defineConfig, mergeConfig } from 'vitest/config';
import project from '../../vitest.config.ts';

/**
 * `npm run seeds` runs the kit with many seeds against the gallery, in memory. `npm run seeds -- strangers` runs it against
 * strangers' servers instead, in real time.
 */
const files = argv.includes('strangers') ? ['strangers'] : ['limiters', 'other-variants', 'defects'];

export default mergeConfig(
  { ...project, test: {} },
  defineConfig({
    test: {
      include: files.map((file) => `tests/seeds/${file}.ts`),
      maxWorkers: '100%',
      testTimeout: 3_600_000,
    },
  }),
);
