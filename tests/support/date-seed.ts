/** Returns the seed of `--seed date` at a time in milliseconds since 1970, such as 20261130, and 20261201 a day later. */
export function dateSeed(at: number): number {
  return Number(new Date(at).toISOString().slice(0, 10).replaceAll('-', ''));
}
