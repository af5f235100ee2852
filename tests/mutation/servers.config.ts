import { defineConfig } from 'vitest/config';
import project from '../../vitest.config.ts';

/** The servers of the gallery, in memory. */
export default defineConfig({
  ...project,
  test: { ...project.test, include: ['tests/mutation/servers.ts'] },
});
