/** Returns the bytes in use after garbage collection, in processes started with `--expose-gc`. */
export function livingBytes() {
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
