import { defineConfig } from 'vitest/config';
import project from '../vitest.config.ts';
import { extendedFiles } from './support/tier-files.ts';

/** The tests of `npm test`: every file outside folders named `extended`. */
export default defineConfig({ ...project, test: { ...project.test, exclude: [...extendedFiles] } });
