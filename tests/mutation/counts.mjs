import { reasonFor } from './reasons.mjs';

/**
 * Counts mutants by outcome.
 * @param {readonly (import('./mutants.mjs').Mutant & { status: string })[]} mutants
 * @returns `equivalent`: they survive for a stated reason; `endless`: not counted as killed; `unknown`: not run; `share`:
 *   killed, as a share of the others than equivalent ones
 */
export function countsOf(mutants) {
  const count = (status) => mutants.filter((one) => outcomeOf(one) === status).length;
  const [killed, equivalent, endless, unknown] = ['Killed', 'Equivalent', 'Timeout', 'NotRun'].map(count);
  const all = mutants.length;
  const share = all === equivalent ? 1 : killed / (all - equivalent);
  return {
    all,
    killed,
    equivalent,
    endless,
    unknown,
    alive: all - killed - equivalent - endless - unknown,
    share,
  };
}

/** Returns `Equivalent` for a survivor with a reason, and otherwise the status. */
export function outcomeOf(mutant) {
  const { status } = mutant;
  return !['Killed', 'NotRun'].includes(status) && reasonFor(mutant) !== undefined ? 'Equivalent' : status;
}
