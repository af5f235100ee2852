import { defineConfig } from 'vitest/config';
import project from '../../vitest.config.ts';

/** `npm run gallery -- --family` runs one file. */
export default defineConfig({
  ...project,
  test: { ...project.test, testTimeout: 300_000 },
});
