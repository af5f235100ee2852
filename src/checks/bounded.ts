import { Script } from 'node:vm';

/** Shows the watchdog thread how often the event loop has turned, and how many bounded calls are running. */
export const lifeSigns = new Int32Array(new SharedArrayBuffer(8));

export const turns = 0;
export const boundedCalls = 1;

/** How long custom code may block the event loop, in ms. */
const standardLongestMs = 10_000;

/** Where the script finds the function to call. */
const slot = Symbol.for('petstore-conformance.bounded');
const scope = globalThis as { [slot]?: () => unknown };
const script = new Script(`(() => {
  const slot = Symbol.for('petstore-conformance.bounded');
  const act = globalThis[slot];
  delete globalThis[slot];
  return act();
})()`);

/** Reports custom code that did not return in time. */
export class TooLong extends Error {
  override readonly name = 'TooLong';
}

/** Code that did not return is not called again, because the next call would take as long. */
const givenUp = new WeakMap<object, Error>();

/**
 * Calls custom code and ends it with `TooLong` after `longestMs` or at Ctrl-C, which signal listeners get as well. The
 * watchdog covers code after an `await`.
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
  const code = (error as { readonly code?: unknown } | null | undefined)?.code;
  if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
    return new TooLong(`did not return within ${longestMs / 1_000} s`);
  if (code !== 'ERR_SCRIPT_EXECUTION_INTERRUPTED') return undefined;
  if (!process.emit('SIGINT', 'SIGINT')) process.kill(process.pid, 'SIGINT');
  return new TooLong('was interrupted and did not return');
}
