/** Returns the seed of `--seed date` at a moment, in ms since 1970: 20261130, then 20261201. */
export function dateSeed(at: number): number {
  return Number(new Date(at).toISOString().slice(0, 10).replaceAll('-', ''));
}
