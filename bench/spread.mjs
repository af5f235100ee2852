/** How often everything is measured, but where a part says otherwise. */
export const repetitions = 7;

/** What was measured, in the order in which it was, with the least, the middle and the most of it. */
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
 * Measures each of the candidates in turn, again and again, after one round that is not counted: what else the machine
 * does meanwhile hits all of them alike. Resolves with what each measured, by its name.
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

/** The ratio of two measurements of the same round, over all rounds. */
export function ratioOf(these, those) {
  return spreadOf(these.map((value, round) => value / those[round]));
}

/** Seconds of the processor that something takes: what else the machine does meanwhile does not count. */
export function processorSeconds(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000_000;
}

/** Like `processorSeconds`, for work that takes turns with others. */
export async function processorSecondsOf(work) {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000_000;
}
