/** The maximum number of servers that may show the same result if each of them is to count as necessary. */
const few = 2;

/**
 * Takes one line for each run: `{ family, id, shows }`. Returns the results that each server shows and that at most one
 * other server shows. A server that ran several times shows everything that any of its runs shows.
 */
export function earnedBy(runs) {
  const servers = new Map();
  for (const { family, id, shows } of runs) {
    const name = `${family} ${id}`;
    servers.set(name, new Set([...(servers.get(name) ?? []), ...shows]));
  }
  const counts = new Map();
  for (const shows of servers.values()) for (const one of shows) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...servers].map(([name, shows]) => ({
    name,
    earns: [...shows]
      .filter((one) => counts.get(one) <= few)
      .map((one) => ({ what: one, by: counts.get(one) })),
  }));
}

/** Returns the lines of the output: each server, and below it the results that `earnedBy` returns for it. */
export function linesOf(servers) {
  return servers.flatMap(({ name, earns }) =>
    earns.length === 0
      ? [`${name}: nothing of its own`]
      : [name, ...earns.map(({ what, by }) => `  ${by === 1 ? 'alone ' : 'as one of two '}${what}`)],
  );
}
