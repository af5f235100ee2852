import { register } from 'node:module';
import { relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isTaken, notSelected, unitsAlone } from './asked.mjs';
import { dryRunOf } from './dry-run.mjs';
import { keyOf, killedBefore } from './kept.mjs';
import { requirementsNear } from './near.mjs';

/**
 * A Stryker test runner whose tests are runs against the gallery (servers.ts), in one warm process: a run takes 0.1 seconds
 * there, and more than 1 second if everything is loaded again for each mutant.
 */

const root = resolve(import.meta.dirname, '../..');

/** Milliseconds of real time after which a run counts as hanging. */
const longestRun = 30_000;

/** The number of servers per mutant, nearest first. More servers kill hardly more mutants. */
const mostServers = 12;

/** The distance in calls of a requirement that a mutant does not seem to concern. */
const far = 10;

/** The object through which instrumented code is controlled. */
const stryker = globalThis;

/** Returns the state that the instrumented code and this runner share. */
function state() {
  stryker.__stryker__ ??= {};
  return stryker.__stryker__;
}

class GalleryRunner {
  /** How often a run killed a mutant of a file, so that those runs come first. */
  #kills = new Map();
  #killedBefore = killedBefore();
  #runs;

  capabilities() {
    return { reloadEnvironment: false };
  }

  async init() {
    // An unhandled error in a mutant must not end the process; the run itself then hangs.
    process.on('uncaughtException', () => {});
    Error.stackTraceLimit = 0;
    register('./stand-ins.mjs', import.meta.url);
  }

  dryRun() {
    return dryRunOf(resolve('dist'), () => this.#tryAll());
  }

  async #tryAll() {
    const tests = [];
    for (const { id, run } of await this.#load()) {
      state().currentTestId = id;
      const began = performance.now();
      const failure = await outcomeOf(run);
      const timeSpentMs = performance.now() - began;
      tests.push(
        failure === undefined
          ? { id, name: id, timeSpentMs, status: 0 }
          : { id, name: id, timeSpentMs, status: 1, failureMessage: failure },
      );
    }
    state().currentTestId = undefined;
    return { status: 'complete', tests, mutantCoverage: state().mutantCoverage };
  }

  async mutantRun({ activeMutant, testFilter, hitLimit, mutantActivation }) {
    if (!this.#isSelected(activeMutant)) return { status: 'error', errorMessage: notSelected };
    const shared = state();
    if (mutantActivation === 'static') shared.activeMutant = activeMutant.id;
    const runs = await this.#load();
    shared.activeMutant = activeMutant.id;
    shared.hitCount = hitLimit === undefined ? undefined : 0;
    shared.hitLimit = hitLimit;
    const selected = runs.filter(({ id }) => testFilter === undefined || testFilter.includes(id));
    let nrOfTests = 0;
    for (const { id, run } of this.#inOrder(selected, activeMutant)) {
      nrOfTests++;
      const failure = await outcomeOf(run);
      if (hitLimit !== undefined && shared.hitCount > hitLimit)
        return { status: 'timeout', reason: 'endless loop' };
      if (failure === undefined) continue;
      this.#killsOf(activeMutant).set(id, (this.#killsOf(activeMutant).get(id) ?? 0) + 1);
      return { status: 'killed', killedBy: [id], failureMessage: failure, nrOfTests };
    }
    return { status: 'survived', nrOfTests };
  }

  async #load() {
    if (this.#runs !== undefined) return this.#runs;
    const folder = pathToFileURL(resolve('dist/tests/mutation'));
    const { units } = await import(`${folder}/units.js`);
    const { galleryRuns } = unitsAlone() ? { galleryRuns: [] } : await import(`${folder}/servers.js`);
    this.#runs = [...units.map((unit) => ({ ...unit, requirements: [], isUnit: true })), ...galleryRuns];
    return this.#runs;
  }

  #isSelected({ id, fileName, location: { start }, replacement = '' }) {
    const place = { line: start.line + 1, column: start.column + 1 };
    const key = keyOf({ fileName: relative(root, fileName), ...place, replacement });
    return isTaken(id) && !this.#killedBefore.has(key);
  }

  /** Sorts runs: first the servers that violate a requirement near the mutant, then those that killed its neighbors. */
  #inOrder(runs, mutant) {
    const distances = requirementsNear(relative(root, mutant.fileName), mutant.location.start.line);
    const distance = ({ requirements }) =>
      Math.min(...requirements.map((id) => distances.get(id) ?? far), far);
    const kills = this.#killsOf(mutant);
    const rank = (run) => distance(run) - (kills.get(run.id) ?? 0) / 4;
    const servers = runs.filter(({ isUnit }) => !isUnit).sort((a, b) => rank(a) - rank(b));
    return [...runs.filter(({ isUnit }) => isUnit), ...servers.slice(0, mostServers)];
  }

  #killsOf({ fileName }) {
    const known = this.#kills.get(fileName) ?? new Map();
    this.#kills.set(fileName, known);
    return known;
  }
}

/** Resolves with the reason if a run has a wrong result; never rejects. */
async function outcomeOf(run) {
  let timer;
  const hangs = new Promise((done) => {
    timer = setTimeout(() => done(`no end within ${longestRun / 1000} s`), longestRun);
  });
  try {
    return await Promise.race([run(), hangs]);
  } catch (error) {
    return String(error);
  } finally {
    clearTimeout(timer);
  }
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'gallery', injectableClass: GalleryRunner }];
