import { defineConfig, mergeConfig } from 'vitest/config';
import project from '../../vitest.config.ts';

/** `npm run repeatability` runs the kit many times against each server and writes reports/repeatability.md. */
export default mergeConfig(
  { ...project, test: {} },
  defineConfig({
    test: { include: ['tests/repeatability/page.ts'], testTimeout: 3_600_000, maxConcurrency: 6 },
  }),
);
