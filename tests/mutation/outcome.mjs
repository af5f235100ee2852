import { setImmediate as turn } from 'node:timers/promises';

/** After this many turns of the event loop, a test counts as endless. Those of the longest test are a hundredth of them. */
const maxTurns = 1_000_000;

/** After this many times through one mutant, a test counts as endless. Without a mutant it is a tenth at most. */
const maxHits = 10_000_000;

/** Why a test without an end fails. */
export const endless = 'It never ends.';

/** Where instrumented code looks for the active mutant, and counts how often it passes it. */
const stryker = globalThis;

/** @returns the state that the instrumented code and the runner share */
export function state() {
  stryker.__stryker__ ??= {};
  return stryker.__stryker__;
}

/**
 * Runs a test with the active mutant.
 * @param {{ run: () => Promise<string | undefined> }} test
 * @param {string} killer what is named if it fails
 * @returns the result for Stryker; undefined if the test passes
 */
export async function resultOf({ run }, killer) {
  const shared = state();
  shared.hitCount = 0;
  shared.hitLimit = maxHits;
  const failureMessage = await outcomeOf(run);
  if (shared.hitCount > maxHits) return { status: 'timeout', reason: endless };
  return failureMessage === undefined ? undefined : { status: 'killed', killedBy: [killer], failureMessage };
}

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
