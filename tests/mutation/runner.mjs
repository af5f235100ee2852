import { register } from 'node:module';
import { relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { dryRunOf } from './dry-run.mjs';
import { requirementsNear } from './requirements-near.mjs';
import { isSelected, notSelected, unitsOnly } from './selection.mjs';
import { keyOf, storedKills } from './stored.mjs';

/**
 * A test runner for Stryker whose tests are runs against the gallery (servers.ts), in one warm process: a run
 * takes a tenth of a second there, and over a second if everything is loaded again for each mutant.
 */

const root = resolve(import.meta.dirname, '../..');

/** Real milliseconds after which a run counts as hanging. It normally takes a tenth of a second. */
const longestRun = 30_000;

/** Servers per mutant, the closest ones. More kill hardly more mutants and take longer. */
const maxServers = 12;

/** The distance of a requirement that a mutant does not seem to concern. */
const far = 10;

/** Where instrumented code looks for the active mutant. */
const stryker = globalThis;

/** @returns the state that the instrumented code and this runner share */
function state() {
  stryker.__stryker__ ??= {};
  return stryker.__stryker__;
}

class GalleryRunner {
  /** How often a run killed a mutant of a file: servers that killed neighbors come first. */
  #kills = new Map();
  #killedBefore = storedKills();
  #runs;

  capabilities() {
    return { reloadEnvironment: false };
  }

  async init() {
    // An unhandled rejection of a mutant must not end the process: the run itself does not end then.
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
    if (!this.#isAsked(activeMutant)) return { status: 'error', errorMessage: notSelected };
    const shared = state();
    if (mutantActivation === 'static') shared.activeMutant = activeMutant.id;
    const runs = await this.#load();
    shared.activeMutant = activeMutant.id;
    shared.hitCount = hitLimit === undefined ? undefined : 0;
    shared.hitLimit = hitLimit;
    const asked = runs.filter(({ id }) => testFilter === undefined || testFilter.includes(id));
    let nrOfTests = 0;
    for (const { id, run } of this.#inOrder(asked, activeMutant)) {
      nrOfTests++;
      const failure = await outcomeOf(run);
      if (hitLimit !== undefined && shared.hitCount > hitLimit)
        return { status: 'timeout', reason: 'it goes round for ever' };
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
    const { galleryRuns } = unitsOnly() ? { galleryRuns: [] } : await import(`${folder}/servers.js`);
    this.#runs = [...units.map((unit) => ({ ...unit, rows: [], isUnit: true })), ...galleryRuns];
    return this.#runs;
  }

  #isAsked({ id, fileName, location: { start }, replacement = '' }) {
    const place = { line: start.line + 1, column: start.column + 1 };
    const key = keyOf({ fileName: relative(root, fileName), ...place, replacement });
    return isSelected(id) && !this.#killedBefore.has(key);
  }

  /** First the servers that violate the requirement of the mutated rule or check, then those that killed neighbors. */
  #inOrder(runs, mutant) {
    const distances = requirementsNear(relative(root, mutant.fileName), mutant.location.start.line);
    const distance = ({ rows }) => Math.min(...rows.map((row) => distances.get(row) ?? far), far);
    const kills = this.#killsOf(mutant);
    const rank = (run) => distance(run) - (kills.get(run.id) ?? 0) / 4;
    const servers = runs.filter(({ isUnit }) => !isUnit).sort((a, b) => rank(a) - rank(b));
    return [...runs.filter(({ isUnit }) => isUnit), ...servers.slice(0, maxServers)];
  }

  #killsOf({ fileName }) {
    const known = this.#kills.get(fileName) ?? new Map();
    this.#kills.set(fileName, known);
    return known;
  }
}

/** Resolves with why a run is wrong. Never rejects. */
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
