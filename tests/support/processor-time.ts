/**
 * Runs `work` and measures the CPU time of this process. Unlike elapsed time, it does not grow when other programs keep the
 * machine busy.
 */
export function processorTime<Result>(work: () => Result): { readonly result: Result; readonly ms: number } {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return { result, ms: (user + system) / 1_000 };
}
