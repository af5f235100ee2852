import { defineConfig } from 'vitest/config';

/** `npm run necessity -- mechanisms` runs mechanisms.page.ts. */
export default defineConfig({
  test: { include: ['tests/necessity/*.page.ts'], testTimeout: 3_600_000 },
});
