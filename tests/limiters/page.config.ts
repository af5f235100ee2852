import { defineConfig } from 'vitest/config';

/** `npm run limiters` runs the matrix, writes docs/rate-limits.md from its counts, and then runs random scenarios. */
export default defineConfig({
  test: { include: ['tests/limiters/page.ts', 'tests/limiters/scenarios.page.ts'], testTimeout: 180_000 },
});
