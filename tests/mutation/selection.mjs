/**
 * The selection of a run, passed from the command to the processes that it starts: all mutants, or with `--part 2/4` every
 * fourth, starting with the second (numbers follow the lines of each file, so a part is spread evenly over all files);
 * all tests, or with `--units` only the unit tests.
 */

const part = 'MUTATION_PART';
const units = 'MUTATION_UNITS';

/** Why the runner skips a mutant: it belongs to another part, or was killed before. */
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

/** Returns whether the mutant with this number, counted from 0, belongs to the selected part. */
export function isSelected(id) {
  const [which, of] = (process.env[part] ?? '1/1').split('/').map(Number);
  return Number(id) % of === which - 1;
}

export function isFirstPart() {
  return process.env[part]?.startsWith('1/') === true;
}

/** Sets whether only the unit tests run from now on. */
export function selectUnits(alone) {
  process.env[units] = String(alone);
}

export function unitsOnly() {
  return process.env[units] === 'true';
}
