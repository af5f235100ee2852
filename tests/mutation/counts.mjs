/**
 * Counts mutants by outcome.
 * @param {readonly import('./stored.mjs').Mutant[]} mutants
 * @returns `valid`: tested or not covered; `left`: those of them that ran only against the unit tests; `made`: `valid` and
 *   those of parts that were not run; `fixed`: left out, because their code runs only once; `share`: killed, as a share of `valid`
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
