/**
 * Runs `work` and measures how long the processor worked for this process meanwhile. Unlike the time of a clock it
 * does not grow when other programs keep the machine busy.
 */
export function processorTime<Result>(work: () => Result): { readonly result: Result; readonly ms: number } {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return { result, ms: (user + system) / 1_000 };
}
