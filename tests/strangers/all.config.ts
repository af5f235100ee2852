import { defineConfig } from 'vitest/config';

/** `npm run strangers` runs the kit against every server that strangers wrote, in real time. */
export default defineConfig({
  test: { include: ['tests/strangers/all.ts'], testTimeout: 300_000, maxConcurrency: 16 },
});
