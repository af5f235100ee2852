/**
 * Returns the largest number, at least `least`. `Math.max(...numbers)` would throw for a long list, because a call can have
 * only some 120,000 arguments.
 */
export function largest(least: number, numbers: readonly number[]): number {
  return numbers.reduce((most, one) => Math.max(most, one), least);
}
