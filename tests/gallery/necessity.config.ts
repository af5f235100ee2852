import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['tests/gallery/necessity.page.ts'], testTimeout: 3_600_000 },
});
