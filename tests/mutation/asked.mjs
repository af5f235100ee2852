/**
 * What a run was asked for, carried from the command to the processes that it starts: all mutants, or with
 * `--part 2/4` every fourth, from the second on (numbers run through each file from top to bottom, so a part is
 * spread evenly over all of them); all tests, or with `--units` the unit tests alone.
 */

const part = 'MUTATION_PART';
const units = 'MUTATION_UNITS';

/** Why the runner leaves a mutant alone: it is of another part, or was killed before. */
export const notAsked = 'This run was not asked for it.';

/**
 * @param {string} words as `2/4`
 * @returns {boolean} whether this names a part; if so, it is the one that is taken from now on
 */
export function takePart(words) {
  const [, which, of] = /^(\d+)\/(\d+)$/.exec(words) ?? [];
  const isPart = of !== undefined && Number(which) >= 1 && Number(which) <= Number(of);
  if (isPart) process.env[part] = words;
  return isPart;
}

/** Whether the mutant with this number, counted by Stryker from 0, belongs to the part that is taken. */
export function isTaken(id) {
  const [which, of] = (process.env[part] ?? '1/1').split('/').map(Number);
  return Number(id) % of === which - 1;
}

export function isFirstPart() {
  return process.env[part]?.startsWith('1/') === true;
}

/** From now on, whether the unit tests are all that is run. */
export function takeUnits(alone) {
  process.env[units] = String(alone);
}

export function unitsAlone() {
  return process.env[units] === 'true';
}
