import { defineConfig } from 'vitest/config';
import project from '../../vitest.config.ts';

/** Servers of the gallery and the phenomena, in memory. */
export default defineConfig({
  ...project,
  // The slowest takes three seconds, and one that hangs shows its mutant.
  test: { ...project.test, testTimeout: 30_000, include: ['tests/mutation/servers.ts'] },
});
