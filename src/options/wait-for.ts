import type { Given } from './given.ts';
import { seconds } from './numbers.ts';

/** How many seconds a service may take until it answers at all. Throws a UsageError. */
export function readWaitFor(given: Given): number {
  return seconds(given, 0, 3_600);
}
