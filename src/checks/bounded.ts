import { Script } from 'node:vm';

/**
 * What the watchdog, which is another thread, sees of this one: how often the event loop has turned, and how many bounded
 * calls are in progress, which have a limit of their own.
 */
export const lifeSigns = new Int32Array(new SharedArrayBuffer(8));

export const turns = 0;
export const boundedCalls = 1;

/** How long code of a user may keep everything else waiting, in ms. */
const standardLongestMs = 10_000;

/** Where the script finds what it calls; gone from there before it is called. */
const slot = Symbol.for('petstore-conformance.bounded');
const scope = globalThis as { [slot]?: () => unknown };
const script = new Script(`(() => {
  const slot = Symbol.for('petstore-conformance.bounded');
  const act = globalThis[slot];
  delete globalThis[slot];
  return act();
})()`);

/** Code of a user has not come back. */
export class TooLong extends Error {
  override readonly name = 'TooLong';
}

/** Whose code did not come back once is not called again: the next call would take as long. */
const givenUp = new WeakMap<object, Error>();

/**
 * Calls `act`, which is code of a user, and ends it where it does not come back: throws `TooLong` after `longestMs` or at
 * a Ctrl-C, of which those hear who listen to the signal. What it does after an `await` is the watchdog's business.
 */
export function bounded<Result>(
  whose: object,
  act: () => Result,
  longestMs: number = standardLongestMs,
): Result {
  const before = givenUp.get(whose);
  if (before !== undefined) throw before;
  scope[slot] = act;
  Atomics.add(lifeSigns, boundedCalls, 1);
  try {
    return script.runInThisContext({ timeout: longestMs, breakOnSigint: true }) as Result;
  } catch (error) {
    const end = endBy(error, longestMs);
    if (end === undefined) throw error;
    givenUp.set(whose, end);
    throw end;
  } finally {
    Atomics.sub(lifeSigns, boundedCalls, 1);
  }
}

function endBy(error: unknown, longestMs: number): Error | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
    return new TooLong(`did not come back within ${longestMs / 1_000} s`);
  if (code !== 'ERR_SCRIPT_EXECUTION_INTERRUPTED') return undefined;
  if (!process.emit('SIGINT', 'SIGINT')) process.kill(process.pid, 'SIGINT');
  return new TooLong('was interrupted and did not come back');
}
