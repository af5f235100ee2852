import { defineConfig } from 'vitest/config';
import project from '../vitest.config.ts';
import { extendedFiles } from './support/tier-files.ts';

/** The tests of `npm run test:all`: the files in folders named `extended`, at any depth. */
export default defineConfig({ ...project, test: { ...project.test, include: [extendedFiles] } });
