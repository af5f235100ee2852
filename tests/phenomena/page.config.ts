import { defineConfig } from 'vitest/config';

/** `npm run phenomena` runs the kit against each server that reproduces a phenomenon and writes tests/phenomena/expected.csv. */
export default defineConfig({
  test: { include: ['tests/phenomena/page.ts'], testTimeout: 180_000 },
});
