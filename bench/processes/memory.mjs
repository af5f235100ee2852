/** Returns the bytes in use after garbage collection, in processes started with `--expose-gc`. */
export function liveBytes() {
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
