import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['bench/weak-validators.ts'], testTimeout: 3_600_000 },
});
