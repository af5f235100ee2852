import { defineConfig } from 'vitest/config';

/** `npm run strangers` runs the kit in real time against every server written by outsiders. */
export default defineConfig({
  test: { include: ['tests/strangers/all.ts'], testTimeout: 300_000, maxConcurrency: 16 },
});
