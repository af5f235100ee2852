import { defineConfig } from 'vitest/config';

/** `npm run interruptions` interrupts a hundred commands, one at a time. Run it on an idle machine. */
export default defineConfig({
  test: { include: ['tests/interruptions/all.ts'], testTimeout: 60_000, hookTimeout: 60_000 },
});
