import { setImmediate as turn } from 'node:timers/promises';

/** After this many turns of the event loop, a test counts as endless. Those of the longest test are a hundredth of them. */
const maxTurns = 1_000_000;

/** Why a test without an end fails. */
export const endless = 'It never ends.';

/**
 * Resolves with why a test fails, or with undefined. Never rejects. Counts turns instead of seconds, so that a test fails
 * alike on a busy machine.
 * @param {() => Promise<string | undefined>} run
 */
export async function outcomeOf(run) {
  let outcome;
  const ended = Promise.resolve()
    .then(run)
    .then(
      (failure) => ({ failure }),
      (error) => ({ failure: String(error) }),
    )
    .then((result) => {
      outcome = result;
    });
  await Promise.race([ended, turn()]);
  for (let turns = 0; outcome === undefined; turns++) {
    if (turns >= maxTurns) return endless;
    await turn();
  }
  return outcome.failure;
}
