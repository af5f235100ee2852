import type { Given } from './given.ts';
import { wrongValue } from './wrong-value.ts';

/** A whole number in plain digits from `least` to `most`. Throws a UsageError. */
export function whole(given: Given, least: number, most: number): number {
  const number = /^\d{1,15}$/.test(given.text) ? Number(given.text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw wrongValue(given, `a whole number from ${least} to ${most}`);
}

/** Seconds, whole or with a fraction, from `least` to `most`. Throws a UsageError. */
export function seconds(given: Given, least: number, most: number): number {
  const number = /^\d{1,9}(\.\d{1,6})?$/.test(given.text) ? Number(given.text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw wrongValue(given, `seconds from ${least} to ${most}`);
}
