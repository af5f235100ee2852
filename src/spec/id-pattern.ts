/** Whether an id is meant by a pattern of `--only`: ids with `*` for any letters, separated by commas. */
export function matchesOnly(id: string, only: string | undefined): boolean {
  if (only === undefined) return true;
  return only.split(',').some((pattern) => {
    const expression = pattern
      .trim()
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*');
    return new RegExp(`^${expression}$`).test(id);
  });
}
