import { defineConfig } from 'vitest/config';

/** `npm run hostile` runs the real command against every behavior and writes reports/hostile-targets.md. */
export default defineConfig({
  test: { include: ['tests/hostile/page.ts'], testTimeout: 3_600_000 },
});
