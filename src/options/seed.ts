import { randomInt } from 'node:crypto';
import { defaultSeed } from '../model/settings.ts';
import type { Given } from './given.ts';
import { whole } from './numbers.ts';

const largest = 2_147_483_647;

/** A seed that nobody named. */
export function drawSeed(): number {
  return randomInt(largest + 1);
}

/** The seed of a run: a constant where none is given, and one that is drawn for `random`. Throws a UsageError. */
export function readSeed(given: Given | undefined, draw: () => number): number {
  if (given === undefined) return defaultSeed;
  return given.text === 'random' ? draw() : whole(given, 0, largest);
}
