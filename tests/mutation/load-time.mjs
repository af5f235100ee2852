import { parentPort, workerData } from 'node:worker_threads';
import { serversFor } from './order.mjs';
import { resultOf, state } from './outcome.mjs';
import { unitsOnly } from './selection.mjs';
import { loadServers, loadUnits } from './tests.mjs';

/**
 * A worker that tries one mutant of code that runs when its file is loaded: it loads the tests with the mutant active, the
 * closest first, and posts the first that fails.
 */

const { id, files, fileName, index } = workerData;
state().activeMutant = id;
state().isMeasured = true;

parentPort.postMessage((await result()) ?? { status: 'survived' });

async function result() {
  const { unitsOf } = await loadUnits();
  for (const file of files)
    for (const test of await unitsOf(file)) {
      const found = await resultOf(test, file);
      if (found !== undefined) return found;
    }
  if (unitsOnly()) return undefined;
  for (const server of serversFor(await loadServers(), fileName, index)) {
    const found = await resultOf(server, server.id);
    if (found !== undefined) return found;
  }
  return undefined;
}
