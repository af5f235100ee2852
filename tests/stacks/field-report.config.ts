import { defineConfig, mergeConfig } from 'vitest/config';
import project from '../../vitest.config.ts';

/** `npm run stacks` tests every stack, including those in other languages, and writes reports/stacks.md. */
export default mergeConfig(
  { ...project, test: {} },
  defineConfig({
    test: {
      include: ['tests/stacks/field-report.ts'],
      testTimeout: 1_200_000,
      hookTimeout: 60_000,
      disableConsoleIntercept: true,
    },
  }),
);
