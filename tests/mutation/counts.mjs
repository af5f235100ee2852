/**
 * How many mutants came to which end.
 * @param {readonly import('./kept.mjs').Mutant[]} mutants
 * @returns `valid`: all that were tried or not reached, `left`: of these, what has met unit tests alone; `made`: those and the ones of
 *   parts that were not run; `fixed`: left out, for they run once; `share`: of `valid`, killed
 */
export function countsOf(mutants) {
  const count = (...wanted) => mutants.filter(({ status }) => wanted.includes(status)).length;
  const killed = count('Killed', 'RuntimeError');
  const late = count('Timeout');
  const survived = count('Survived');
  const missed = count('NoCoverage');
  const left = count('UnitsLeft');
  const valid = killed + late + survived + missed + left;
  const share = valid === 0 ? 1 : (killed + late) / valid;
  return {
    made: valid + count('NotRun'),
    valid,
    killed,
    late,
    survived,
    missed,
    left,
    share,
    fixed: count('Ignored'),
  };
}
