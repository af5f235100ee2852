import { largest } from '../../text/largest.ts';

/**
 * Returns the part of each target that differs from the others, cut at separators: "go" and "node" of
 * https://go.petstore.example/v1 and https://node.petstore.example/v1.
 */
export function partsThatDiffer(targets: readonly string[]): string[] {
  const all = targets.map((target) => target.split(/(?<=[^A-Za-z0-9-])|(?=[^A-Za-z0-9-])/));
  const shortest = -largest(
    Number.NEGATIVE_INFINITY,
    all.map(({ length }) => -length),
  );
  const isShared = (partOf: (parts: readonly string[]) => string | undefined) =>
    new Set(all.map(partOf)).size === 1;
  let start = 0;
  while (start < shortest && isShared((parts) => parts[start])) start++;
  let end = 0;
  while (end < shortest - start && isShared((parts) => parts.at(-1 - end))) end++;
  const cut = all.map((parts) => parts.slice(start, parts.length - end).join(''));
  // One target may be the beginning of another.
  return cut.includes('') ? [...targets] : cut;
}
