import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['tests/gallery/requests.page.ts'], testTimeout: 3_600_000 },
});
