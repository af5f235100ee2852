import { defineConfig } from 'vitest/config';

/** `npm run long-runs` takes a quarter of an hour: 100,000 exchanges, and thorough runs of minutes amid passing faults. */
export default defineConfig({
  test: { include: ['tests/hostile/minutes.ts'], testTimeout: 3_600_000 },
});
