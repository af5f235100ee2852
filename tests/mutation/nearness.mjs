import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Finds the unit tests that a file concerns. */

const root = resolve(import.meta.dirname, '../..');

/** The sources of the test files that were read so far. */
const sources = new Map();

/**
 * Returns how far a test file is from a source file: 0 if it is named after it, 1 if it imports it, 2 in the same folder or above.
 * @param {string} unit as `engine/judge`
 * @param {string} fileName relative to the project
 */
export function distanceOf(unit, fileName) {
  const key = `${unit} ${fileName}`;
  const known = distances.get(key) ?? distanceBetween(unit, fileName);
  distances.set(key, known);
  return known;
}

const distances = new Map();

function distanceBetween(unit, fileName) {
  const subject = fileName.replace(/^src\//, '').replace(/\.ts$/, '');
  if (unit === subject) return 0;
  if (sourceOf(unit).includes(`/${subject}.ts'`)) return 1;
  return `${dirname(subject)}/`.startsWith(`${dirname(unit)}/`) ? 2 : 3;
}

function sourceOf(unit) {
  if (!sources.has(unit)) sources.set(unit, readFileSync(join(root, 'tests', `${unit}.test.ts`), 'utf8'));
  return sources.get(unit);
}
