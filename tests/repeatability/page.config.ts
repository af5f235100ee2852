import { defineConfig } from 'vitest/config';

/** `npm run repeatability` runs the kit two hundred times against each server and writes docs/repeatability.md. */
export default defineConfig({
  test: { include: ['tests/gallery/repeatability.page.ts'], testTimeout: 3_600_000 },
});
