import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Loads the tests of the mutated copy of the project, in which the process runs. */

/** The working directory becomes that of the copy only after this file is loaded. */
const inCopy = (name) => pathToFileURL(resolve('dist/tests/mutation', name)).href;

/** Returns the names of the unit test files, and how to load one. */
export function loadUnits() {
  return import(inCopy('units.js'));
}

/** Returns the runs against the gallery, each with the requirements that its server violates. */
export async function loadServers() {
  return (await import(inCopy('servers.js'))).galleryRuns;
}
