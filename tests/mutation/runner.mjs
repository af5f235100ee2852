import { relative, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { dryRunOf, testFacts } from './dry-run.mjs';
import { describe } from './mutants.mjs';
import { filesFor, noteKill, testsFor } from './order.mjs';
import { endless, outcomeOf, resultOf, state } from './outcome.mjs';
import { isKept, isSelected, notSelected, unitsOnly } from './selection.mjs';
import { storedResults } from './stored.mjs';
import { loadMutated, loadServers, loadUnits } from './tests.mjs';

/**
 * A test runner for Stryker whose tests are the unit tests and runs against the gallery (servers.ts), in one warm process: a
 * run takes a tenth of a second there, and over a second if everything is loaded again for each mutant. Mutants of code
 * that runs when its file is loaded get a worker each.
 */

const root = resolve(import.meta.dirname, '../..');

/** Real milliseconds after which a worker is given up: something in it goes round for ever. */
const longestWorker = 180_000;

/** Represents all whole runs in the dry run. Which mutants each reaches would take minutes to find out. */
const wholeRuns = 'whole runs';

/** Represents the time in which test files are loaded. */
const loading = 'loading';

/** More than there are mutants. */
const allMutants = 100_000;

/** The usual milliseconds of a whole run. */
const usualRun = 200;

class GalleryRunner {
  #before = storedResults();
  #facts;
  #tests;
  /** Whether whole runs pass without a mutant, by their id. */
  #sound = new Map();

  capabilities() {
    // Workers load the code again.
    return { reloadEnvironment: true };
  }

  async init() {
    // An unhandled rejection of a mutant must not end the process: the run itself does not end then.
    process.on('uncaughtException', () => {});
    // A mutant may send the signal that it only passes on.
    process.on('SIGINT', () => {});
    // If the command was stopped, an endless mutant must not keep its process.
    process.once('disconnect', () => process.exit());
    Error.stackTraceLimit = 0;
  }

  dryRun() {
    return dryRunOf(resolve('dist'), () => this.#tryAll());
  }

  async #tryAll() {
    const tests = [];
    await loadMutated();
    state().currentTestId = loading;
    for (const { id, run } of (await this.#load()).quick) {
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
    tests.push({ id: wholeRuns, name: wholeRuns, timeSpentMs: 24 * usualRun, ...(await controlWorker()) });
    const { mutantCoverage } = state();
    const { [loading]: reached = {}, ...perTest } = mutantCoverage.perTest;
    // A test file that runs the kit when it is loaded is loaded again only for mutants that no test reaches.
    const isReached = (mutant) => Object.values(perTest).some((hits) => hits[mutant] > 0);
    for (const mutant of Object.keys(reached)) if (!isReached(mutant)) mutantCoverage.static[mutant] = 1;
    mutantCoverage.perTest = perTest;
    mutantCoverage.perTest[wholeRuns] = Object.fromEntries(
      Array.from({ length: allMutants }, (_mutant, id) => [id, 1]),
    );
    return { status: 'complete', tests, mutantCoverage };
  }

  async mutantRun({ activeMutant, mutantActivation }) {
    const fileName = relative(root, activeMutant.fileName);
    const mutant = describe(activeMutant, 0);
    if (!isSelected(activeMutant.id, fileName) || isKept(mutant, this.#before.get(mutant.key)))
      return { status: 'error', errorMessage: notSelected };
    const place = { id: activeMutant.id, fileName, index: activeMutant.location.start.line };
    const reaching = (await this.#knownFacts()).reaching(place.id);
    const runsAtLoad = mutantActivation === 'static';
    // Code that runs when a file is loaded may also run later.
    let result = runsAtLoad && reaching.size === 1 ? undefined : await this.#inProcess(place, reaching);
    if (runsAtLoad && result?.status !== 'killed') result = await inWorker(place);
    if (result.status === 'killed') noteKill(fileName, result.killedBy[0]);
    return { nrOfTests: 1, ...result };
  }

  async #inProcess({ id, fileName, index }, reaching) {
    const tests = unitsOnly() ? { ...(await this.#load()), slow: [], servers: [] } : await this.#load();
    const quick = tests.quick.filter((test) => reaching.has(test.id));
    state().activeMutant = id;
    for (const test of testsFor({ ...tests, quick }, fileName, index)) {
      const result = await resultOf(test, test.id);
      if (result !== undefined && (result.status === 'timeout' || (await this.#isSound(test, id))))
        return result;
    }
    return { status: 'survived' };
  }

  /** Checks whether a test that failed passes without the mutant. The quick ones did in the dry run. */
  async #isSound(test, mutant) {
    if (test.ms !== usualRun) return true;
    if (!this.#sound.has(test.id)) {
      state().activeMutant = undefined;
      this.#sound.set(test.id, (await resultOf(test, test.id)) === undefined);
      state().activeMutant = mutant;
    }
    return this.#sound.get(test.id);
  }

  /** Reads the dry run, which may have been made by another process. */
  async #knownFacts() {
    if (this.#facts !== undefined) return this.#facts;
    this.#facts = testFacts();
    state().isMeasured = true;
    for (const test of (await this.#load()).quick) test.ms = this.#facts.times.get(test.id) ?? usualRun;
    return this.#facts;
  }

  async #load() {
    if (this.#tests !== undefined) return this.#tests;
    const { quickFiles, slowFiles, unitsOf } = await loadUnits();
    const load = async (files) => {
      const tests = [];
      for (const file of files)
        for (const unit of await unitsOf(file)) tests.push({ ...unit, file, ms: usualRun });
      return tests;
    };
    const servers = (await loadServers()).map((server) => ({ ...server, ms: usualRun }));
    this.#tests = { quick: await load(quickFiles), slow: await load(slowFiles), servers };
    return this.#tests;
  }
}

/** Runs every quick test in a worker without a mutant: none may fail. */
async function controlWorker() {
  const { quickFiles } = await loadUnits();
  const place = { id: 'none', fileName: 'src/spec/catalog.ts', index: 0 };
  const { status, failureMessage, killedBy } = await inWorker(place, quickFiles);
  return status === 'survived'
    ? { status: 0 }
    : { status: 1, failureMessage: `${killedBy}: ${failureMessage}` };
}

async function inWorker(place, files) {
  const { quickFiles } = await loadUnits();
  const workerData = { ...place, files: files ?? filesFor(quickFiles, place.fileName) };
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
