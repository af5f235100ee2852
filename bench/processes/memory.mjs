/** Collects garbage and returns the bytes still in use. Needs `--expose-gc`. */
export function liveBytes() {
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
