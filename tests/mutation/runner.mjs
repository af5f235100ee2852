import { relative, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { dryRunOf, testTimes } from './dry-run.mjs';
import { describe } from './mutants.mjs';
import { filesFor, noteKill, testsFor } from './order.mjs';
import { endless, outcomeOf } from './outcome.mjs';
import { isKept, isSelected, notSelected } from './selection.mjs';
import { storedResults } from './stored.mjs';
import { loadServers, loadUnits } from './tests.mjs';

/**
 * A test runner for Stryker whose tests are the unit tests and runs against the gallery (servers.ts), in one warm process: a
 * run takes a tenth of a second there, and over a second if everything is loaded again for each mutant. Mutants of code
 * that runs when its file is loaded get a worker each.
 */

const root = resolve(import.meta.dirname, '../..');

/** Real milliseconds after which a worker is given up: something in it goes round for ever. */
const longestWorker = 180_000;

/** Where instrumented code looks for the active mutant. */
const stryker = globalThis;

/** @returns the state that the instrumented code and this runner share */
function state() {
  stryker.__stryker__ ??= {};
  return stryker.__stryker__;
}

class GalleryRunner {
  #before = storedResults();
  #tests;

  capabilities() {
    // Workers load the code again.
    return { reloadEnvironment: true };
  }

  async init() {
    // An unhandled rejection of a mutant must not end the process: the run itself does not end then.
    process.on('uncaughtException', () => {});
    Error.stackTraceLimit = 0;
  }

  dryRun() {
    return dryRunOf(resolve('dist'), () => this.#tryAll());
  }

  async #tryAll() {
    const tests = [];
    for (const { id, run } of await this.#load()) {
      state().currentTestId = id;
      const began = performance.now();
      const failureMessage = await outcomeOf(run);
      const timeSpentMs = performance.now() - began;
      const common = { id, name: id, timeSpentMs };
      tests.push(
        failureMessage === undefined ? { ...common, status: 0 } : { ...common, status: 1, failureMessage },
      );
    }
    state().currentTestId = undefined;
    return { status: 'complete', tests, mutantCoverage: state().mutantCoverage };
  }

  async mutantRun({ activeMutant, testFilter, hitLimit, mutantActivation }) {
    const fileName = relative(root, activeMutant.fileName);
    const mutant = describe(activeMutant, 0);
    if (!isSelected(activeMutant.id, fileName) || isKept(mutant, this.#before.get(mutant.key)))
      return { status: 'error', errorMessage: notSelected };
    const { id } = activeMutant;
    const index = activeMutant.location.start.line;
    const result = await (mutantActivation === 'static'
      ? inWorker({ id, hitLimit, fileName, index })
      : this.#inProcess({ id, hitLimit, fileName, index, testFilter }));
    if (result.status === 'killed') noteKill(fileName, result.killedBy[0]);
    return { nrOfTests: 1, ...result };
  }

  async #inProcess({ id, hitLimit, fileName, index, testFilter }) {
    const shared = state();
    const tests = await this.#load();
    const asked = new Set(testFilter);
    shared.activeMutant = id;
    shared.hitCount = hitLimit === undefined ? undefined : 0;
    shared.hitLimit = hitLimit;
    const chosen = testsFor(
      tests.filter((test) => asked.has(test.id)),
      fileName,
      index,
    );
    for (const test of chosen) {
      const failureMessage = await outcomeOf(test.run);
      if (hitLimit !== undefined && shared.hitCount > hitLimit) return { status: 'timeout', reason: endless };
      if (failureMessage !== undefined) return { status: 'killed', killedBy: [test.id], failureMessage };
    }
    return { status: 'survived' };
  }

  async #load() {
    if (this.#tests !== undefined) return this.#tests;
    const { unitFiles, unitsOf } = await loadUnits();
    const tests = [];
    for (const file of unitFiles) for (const unit of await unitsOf(file)) tests.push({ ...unit, file });
    const times = testTimes();
    this.#tests = [...tests, ...(await loadServers())].map((test) => ({
      ...test,
      ms: times.get(test.id) ?? 0,
    }));
    return this.#tests;
  }
}

async function inWorker({ fileName, ...mutant }) {
  const { unitFiles } = await loadUnits();
  const workerData = { ...mutant, fileName, files: filesFor(unitFiles, fileName) };
  const worker = new Worker(new URL('./load-time.mjs', import.meta.url), {
    workerData,
    stdout: true,
    stderr: true,
  });
  let timer;
  try {
    return await new Promise((done) => {
      const failed = (failureMessage) => done({ status: 'killed', killedBy: ['loading'], failureMessage });
      timer = setTimeout(() => done({ status: 'timeout', reason: endless }), longestWorker);
      worker.once('message', done);
      worker.once('error', (error) => failed(String(error)));
      worker.once('exit', () => failed('The worker ended.'));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'gallery', injectableClass: GalleryRunner }];
