import { defineConfig } from 'vitest/config';

/** `npm run limiters` runs the matrix, writes reports/rate-limits.md, and makes the random runs. */
export default defineConfig({
  test: { include: ['tests/limiters/page.ts', 'tests/limiters/scenarios.page.ts'], testTimeout: 180_000 },
});
