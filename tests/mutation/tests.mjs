import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { selectedTests } from './selection.mjs';
import { subjects } from './subjects.mjs';

/** Loads the tests of the mutated copy of the project, in which the process runs. */

/** The working directory becomes that of the copy only after this file is loaded. */
const inCopy = (name) => pathToFileURL(resolve('dist/tests/mutation', name)).href;

/** Returns the names of the unit test files, and how to load the tests of one. */
export async function loadUnits() {
  const units = await import(inCopy('units.js'));
  return { ...units, unitsOf: async (file) => selectedTests(await units.unitsOf(file)) };
}

/** Returns the runs against the gallery, each with the requirements that its server violates. */
export async function loadServers() {
  return selectedTests((await import(inCopy('servers.js'))).galleryRuns);
}

/** Loads all mutated code, before any test runs it. */
export async function loadMutated() {
  for (const subject of subjects) {
    const path = join('dist', subject);
    for (const name of readdirSync(path, { recursive: true, encoding: 'utf8' }))
      if (name.endsWith('.js')) await import(pathToFileURL(resolve(path, name)).href);
  }
}
