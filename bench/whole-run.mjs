import { runTrial } from '../dist/src/gallery/trial.js';

/**
 * Runs the kit against a reference server in this process, with everything that a standard run sends and without the
 * waits, which both of them skip. How many requests that took, and how many seconds of the processor.
 */
export async function wholeRun() {
  const before = process.cpuUsage();
  const { report } = await runTrial();
  const { user, system } = process.cpuUsage(before);
  return { requests: report.requests, seconds: (user + system) / 1_000_000 };
}
