import { defineConfig } from 'vitest/config';

/** `npm run comparison` */
export default defineConfig({
  test: { include: ['bench/comparison/compare.ts'], testTimeout: 7_200_000, disableConsoleIntercept: true },
});
