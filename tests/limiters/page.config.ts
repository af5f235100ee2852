import { defineConfig } from 'vitest/config';

/** `npm run limiters` runs the matrix, writes docs/rate-limits.md from what was counted, and leaves more to chance. */
export default defineConfig({
  test: { include: ['tests/limiters/page.ts', 'tests/limiters/scenarios.page.ts'], testTimeout: 180_000 },
});
