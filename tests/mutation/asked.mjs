/**
 * Passes the selection of a run from the command to the processes that it starts: all mutants, or with `--part 2/4` every
 * fourth, starting with the second (so a part is spread evenly over all files); all tests, or with `--units` only unit tests.
 */

const part = 'MUTATION_PART';
const units = 'MUTATION_UNITS';

/** The reason for a skipped mutant: it is in another part, or was killed before. */
export const notSelected = 'Not selected in this run.';

/**
 * Selects a part.
 * @param {string} words such as `2/4`
 * @returns {boolean} false if this is not a valid part
 */
export function takePart(words) {
  const [, which, of] = /^(\d+)\/(\d+)$/.exec(words) ?? [];
  const isPart = of !== undefined && Number(which) >= 1 && Number(which) <= Number(of);
  if (isPart) process.env[part] = words;
  return isPart;
}

/** Returns whether the mutant with this number (Stryker counts from 0) is in the selected part. */
export function isTaken(id) {
  const [which, of] = (process.env[part] ?? '1/1').split('/').map(Number);
  return Number(id) % of === which - 1;
}

export function isFirstPart() {
  return process.env[part]?.startsWith('1/') === true;
}

/** Selects whether only the unit tests run. */
export function takeUnits(alone) {
  process.env[units] = String(alone);
}

export function unitsAlone() {
  return process.env[units] === 'true';
}
