/**
 * Returns the seed that `--seed date` sets at a time in milliseconds since 1970: for example 20261130, and 20261201 a day
 * later.
 */
export function dateSeed(at: number): number {
  return Number(new Date(at).toISOString().slice(0, 10).replaceAll('-', ''));
}
