import { parentPort, workerData } from 'node:worker_threads';
import { serversFor } from './order.mjs';
import { endless, outcomeOf } from './outcome.mjs';
import { loadServers, loadUnits } from './tests.mjs';

/**
 * A worker that tries one mutant of code that runs when its file is loaded: it loads the tests with the mutant active, the
 * closest first, and posts the first that fails.
 */

const { id, hitLimit, files, fileName, index } = workerData;
const shared = { activeMutant: id, hitCount: hitLimit === undefined ? undefined : 0, hitLimit };
globalThis.__stryker__ = shared;

parentPort.postMessage((await result()) ?? { status: 'survived' });

async function result() {
  const { unitsOf } = await loadUnits();
  for (const file of files)
    for (const test of await unitsOf(file)) {
      const failed = resultOf(file, await outcomeOf(test.run));
      if (failed !== undefined) return failed;
    }
  for (const server of serversFor(await loadServers(), fileName, index)) {
    const failed = resultOf(server.id, await outcomeOf(server.run));
    if (failed !== undefined) return failed;
  }
  return undefined;
}

function resultOf(killer, failure) {
  if (hitLimit !== undefined && shared.hitCount > hitLimit) return { status: 'timeout', reason: endless };
  return failure === undefined
    ? undefined
    : { status: 'killed', killedBy: [killer], failureMessage: failure };
}
