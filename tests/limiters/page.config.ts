import { defineConfig } from 'vitest/config';

/** `npm run limiters` runs the matrix and writes docs/rate-limits.md from what was counted. */
export default defineConfig({
  test: { include: ['tests/limiters/page.ts'], testTimeout: 180_000 },
});
