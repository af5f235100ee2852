import { expect } from 'vitest';

/** Returns what a function throws. */
export function thrown(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return expect.fail('nothing was thrown');
}
