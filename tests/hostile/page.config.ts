import { defineConfig } from 'vitest/config';

/** `npm run hostile` tries every behaviour with the real command and writes docs/hostile-targets.md. */
export default defineConfig({
  test: { include: ['tests/hostile/page.ts'], testTimeout: 3_600_000 },
});
