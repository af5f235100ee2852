/** The default number of measurements. */
export const repetitions = 7;

/** Returns the minimum, median and maximum of measurements, and the values in order. */
export function spreadOf(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return {
    minimum: sorted[0],
    median: sorted[Math.floor((sorted.length - 1) / 2)],
    maximum: sorted.at(-1),
    values,
  };
}

/**
 * Measures the candidates in turn, after one round that does not count, so that other load on the machine affects all of
 * them equally. Resolves with the measurements of each, by name.
 */
export async function measureInTurn(candidates, { times = repetitions, warmUp = true } = {}) {
  const names = Object.keys(candidates);
  const measured = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = warmUp ? 0 : 1; round <= times; round++)
    for (const name of names) {
      const value = await candidates[name](round);
      if (round > 0) measured[name].push(value);
    }
  return measured;
}

/** Returns the ratios of two measurements, round by round. */
export function ratioOf(these, those) {
  return spreadOf(these.map((value, round) => value / those[round]));
}

/** Measures CPU seconds, which do not depend on other load on the machine. */
export function processorSeconds(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000_000;
}

/** Measures CPU seconds of asynchronous work. */
export async function processorSecondsOf(work) {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000_000;
}
