/** How many servers may show something for each of them to be necessary. */
const few = 2;

/**
 * Takes one line for each run: `{ family, id, shows }`. Returns for each server what only it shows, or it and one other. A server that ran
 * more than once shows what one of its runs does.
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

/** Returns the lines of the output: a server, and below it what it earns. */
export function linesOf(servers) {
  return servers.flatMap(({ name, earns }) =>
    earns.length === 0
      ? [`${name}: nothing of its own`]
      : [name, ...earns.map(({ what, by }) => `  ${by === 1 ? 'alone ' : 'as one of two '}${what}`)],
  );
}
