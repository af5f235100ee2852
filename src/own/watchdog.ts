import inspector from 'node:inspector';
import { Worker } from 'node:worker_threads';
import { Stuck } from '../kit/stray-fault.ts';
import { boundedCalls, lifeSigns, turns } from './life-signs.ts';
import { watchdogCode } from './watchdog-code.ts';

/** How long the event loop may stand still, and how long it takes at most to interrupt what holds it, in ms. */
const longestMs = 10_000;
const graceMs = 10_000;
const stepMs = 250;

/**
 * Interrupts code that keeps the event loop from turning for ten seconds, which no timer or signal of this thread could,
 * and then calls `onStuck`. Returns the way to stop it. Does nothing in a debugger, where code stands still on purpose.
 */
export function startWatchdog(onStuck: (error: Stuck) => void): () => void {
  if (inspector.url() !== undefined) return () => {};
  const worker = new Worker(watchdogCode, {
    eval: true,
    workerData: { lifeSigns, turns, boundedCalls, longestMs, graceMs, stepMs },
    resourceLimits: { maxOldGenerationSizeMb: 32 },
  });
  worker.unref();
  worker.on('message', (frames: readonly string[]) => onStuck(new Stuck(longestMs / 1_000, frames)));
  // Without a watchdog, the run goes on.
  worker.on('error', () => {});
  const beating = setInterval(() => Atomics.add(lifeSigns, turns, 1), stepMs).unref();
  return () => {
    clearInterval(beating);
    void worker.terminate();
  };
}
