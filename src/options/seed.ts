import { defaultSeed } from '../model/settings.ts';
import type { Given } from './given.ts';
import { whole } from './numbers.ts';

const largest = 2_147_483_647;

/** A seed that nobody named: 31 bits by chance. Every command comes by here, and `node:crypto` takes a while to load. */
export function drawSeed(): number {
  const [bits = 0] = crypto.getRandomValues(new Uint32Array(1));
  return bits & largest;
}

/** The seed of a run: a constant where none is given, and one that is drawn for `random`. Throws a UsageError. */
export function readSeed(given: Given | undefined, draw: () => number): number {
  if (given === undefined) return defaultSeed;
  return given.text === 'random' ? draw() : whole(given, 0, largest);
}
