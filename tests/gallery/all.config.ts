import { defineConfig } from 'vitest/config';
import project from '../../vitest.config.ts';

/** `npm run gallery -- --family` runs one file, many servers at a time: those in real time mostly wait. */
export default defineConfig({
  ...project,
  test: { ...project.test, testTimeout: 300_000, maxConcurrency: 16 },
});
