import { defineConfig } from 'vitest/config';

/** `npm run pictures` makes docs/pictures from real runs. */
export default defineConfig({
  test: { include: ['tests/page/pictures.ts'], testTimeout: 180_000, hookTimeout: 60_000 },
});
