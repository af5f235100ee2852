import { defineConfig } from 'vitest/config';

/** `npm run long-runs` takes 15 minutes: 100,000 exchanges, and thorough runs of several minutes with transient faults. */
export default defineConfig({
  test: { include: ['tests/hostile/minutes.ts'], testTimeout: 3_600_000 },
});
