import { defineConfig } from 'vitest/config';

/** `npm run strangers` runs the kit in real time against every independently written server. */
export default defineConfig({
  test: { include: ['tests/strangers/all.ts'], testTimeout: 300_000, maxConcurrency: 16 },
});
