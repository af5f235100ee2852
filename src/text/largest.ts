/**
 * Returns the largest number, or `least` if that is larger. `Math.max(...numbers)` would throw for a long list, because a
 * call can have only about 120,000 arguments.
 */
export function largest(least: number, numbers: readonly number[]): number {
  return numbers.reduce((most, one) => Math.max(most, one), least);
}
