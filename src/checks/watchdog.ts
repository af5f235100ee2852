import inspector from 'node:inspector';
import { Worker } from 'node:worker_threads';
import { boundedCalls, lifeSigns, turns } from './bounded.ts';
import { Stuck } from './faults.ts';

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

/**
 * The code of the watchdog's worker. It is a string, because a worker needs one that runs from the sources, from the
 * bundle and in a test runner alike. It stops what the main thread is doing the way a debugger would, and says where that
 * was. Code that even a debugger cannot stop, such as a system call, is ended with the process.
 */
const watchdogCode = `
const { writeSync } = require('node:fs');
const { parentPort, workerData } = require('node:worker_threads');
const { lifeSigns, turns, boundedCalls, longestMs, graceMs, stepMs } = workerData;
let seen;
let silentMs = 0;

setInterval(() => {
  const now = Atomics.load(lifeSigns, turns);
  if (now !== seen || Atomics.load(lifeSigns, boundedCalls) > 0) {
    seen = now;
    silentMs = 0;
    return;
  }
  silentMs += stepMs;
  if (silentMs === longestMs && process.features.inspector) interrupt();
  if (silentMs >= longestMs + graceMs) kill();
}, stepMs);

function interrupt() {
  const { Session } = require('node:inspector');
  const session = new Session();
  const urls = new Map();
  session.connectToMainThread();
  session.on('Debugger.scriptParsed', ({ params }) => urls.set(params.scriptId, params.url));
  session.on('Debugger.paused', ({ params }) => {
    parentPort.postMessage(
      params.callFrames.map(({ location: { scriptId, lineNumber } }) => 'at ' + urls.get(scriptId) + ':' + (lineNumber + 1)),
    );
    session.post('Runtime.terminateExecution');
    session.post('Debugger.resume');
    session.post('Debugger.disable');
    setTimeout(() => session.disconnect(), stepMs);
  });
  session.post('Debugger.enable');
  session.post('Debugger.pause');
}

function kill() {
  const line = 'petstore-conformance: a custom check did not return within ' + longestMs / 1000 +
    ' s and could not be interrupted. The process was killed, and there is no report.\\n';
  try {
    writeSync(2, line);
  } finally {
    process.kill(process.pid, 'SIGKILL');
  }
}
`;
