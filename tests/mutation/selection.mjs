import { reasonFor } from './reasons.mjs';
import { isIn } from './subjects.mjs';

/**
 * The selection of a run, passed from the command to the processes that it starts: paths, and with `--part 2/4` every
 * fourth mutant, starting with the second (numbers follow the lines of each file, so a part is spread evenly over all files).
 */

const part = 'MUTATION_PART';
const paths = 'MUTATION_PATHS';
const known = 'MUTATION_ALL';
const units = 'MUTATION_UNITS';
const quick = 'MUTATION_QUICK';
const fresh = 'MUTATION_NEW';

/** The status of a mutant that no quick unit test kills, if no whole run has been tried. */
export const unitsLeft = 'UnitsLeft';

/** Why the runner skips a mutant: it belongs to another part or path, or its result is known. */
export const notSelected = 'Not selected in this run.';

/**
 * @param {string} words as `2/4`
 * @returns {boolean} whether this names a part; if so, it is selected from now on
 */
export function selectPart(words) {
  const [, which, of] = /^(\d+)\/(\d+)$/.exec(words) ?? [];
  const isPart = of !== undefined && Number(which) >= 1 && Number(which) <= Number(of);
  if (isPart) process.env[part] = words;
  return isPart;
}

/** @param {readonly string[]} names folders or files; none: all */
export function selectPaths(names) {
  process.env[paths] = names.join();
}

/**
 * Returns whether a mutant is selected.
 * @param {string} id its number, counted from 0
 * @param {string} fileName relative to the project
 */
export function isSelected(id, fileName) {
  const [which, of] = (process.env[part] ?? '1/1').split('/').map(Number);
  const wanted = process.env[paths] ?? '';
  return (
    Number(id) % of === which - 1 && (wanted === '' || wanted.split(',').some((path) => isIn(fileName, path)))
  );
}

/** Sets whether only the quick unit tests run from now on. */
export function selectUnits(alone) {
  process.env[units] = String(alone);
}

export function unitsOnly() {
  return process.env[units] === 'true';
}

/** Sets whether only tests of `npm test` run from now on, each mutant that all tests kill. */
export function selectQuick(alone) {
  process.env[quick] = String(alone);
}

export function quickOnly() {
  return process.env[quick] === 'true';
}

/** Leaves out the tests that do not run.
 * @template {{ readonly tier: string }} Test
 * @param {readonly Test[]} tests
 * @returns {readonly Test[]}
 */
export function selectedTests(tests) {
  return quickOnly() ? tests.filter(({ tier }) => tier === 'quick') : tests;
}

/** Sets whether only mutants without a result run from now on. */
export function selectNew(alone) {
  process.env[fresh] = String(alone);
}

/** Sets whether known results are repeated from now on. */
export function selectAll(all) {
  process.env[known] = String(all);
}

/**
 * Returns whether a known result is kept: that of a killed or endless mutant, and of one that changes nothing for a stated
 * reason.
 * @param {import('./mutants.mjs').Mutant} mutant
 * @param {string | undefined} status
 */
export function isKept(mutant, status) {
  if (quickOnly()) return status !== 'Killed';
  if (process.env[known] === 'true' || status === undefined) return false;
  if (process.env[fresh] === 'true') return true;
  if (status === 'Killed' || status === 'Timeout') return true;
  return (status === unitsLeft && unitsOnly()) || reasonFor(mutant) !== undefined;
}
