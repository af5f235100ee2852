/** The number of times that each measurement is repeated, unless a part sets another number. */
export const repetitions = 7;

/** Returns the minimum, the median and the maximum, with the values in the order of measurement. */
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
 * Measures the candidates one after the other in several rounds, so that other load on the machine affects all of them. A
 * warm-up round comes first. Returns the values of each candidate by name.
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

/** Returns the spread of the ratios between two measurements in the same round. */
export function ratioOf(these, those) {
  return spreadOf(these.map((value, round) => value / those[round]));
}

/** Measures the CPU seconds of some work, so that other load on the machine does not count. */
export function processorSeconds(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000_000;
}

/** Like `processorSeconds`, for asynchronous work. */
export async function processorSecondsOf(work) {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000_000;
}
