import { register } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Loads the tests of the mutated copy of the project, in which the process runs. */

register('./stand-ins.mjs', import.meta.url);

const folder = pathToFileURL(resolve('dist/tests/mutation'));

/** Returns the names of the unit test files, and how to load one. */
export function loadUnits() {
  return import(`${folder}/units.js`);
}

/** Returns the runs against the gallery, each with the requirements that its server violates. */
export async function loadServers() {
  return (await import(`${folder}/servers.js`)).galleryRuns;
}
