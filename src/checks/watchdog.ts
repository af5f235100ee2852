import inspector from 'node:inspector';
import { Worker } from 'node:worker_threads';
import { boundedCalls, lifeSigns, turns } from './bounded.ts';
import { Stuck } from './faults.ts';

/** How long code may block the event loop, how long interrupting it may take, and the time between two looks, in ms. */
const standardLongestMs = 10_000;
const graceMs = 10_000;
const standardStepMs = 250;

/** How far to go on if only code of Node.js is on the stack, such as between two microtasks. */
const maxSteps = 1_000;

/**
 * Interrupts code that blocks the event loop for ten seconds, then calls `onStuck`. Returns a function that stops the
 * watchdog. Does nothing in a debugger, where code pauses on purpose.
 */
export function startWatchdog(
  onStuck: (error: Stuck) => void,
  longestMs: number = standardLongestMs,
  stepMs: number = standardStepMs,
): () => void {
  if (inspector.url() !== undefined) return () => {};
  const worker = new Worker(watchdogCode(), {
    eval: true,
    workerData: { lifeSigns, turns, boundedCalls, longestMs, graceMs, stepMs, maxSteps },
  });
  worker.unref();
  worker.on('message', (frames: readonly string[]) => onStuck(new Stuck(longestMs / 1_000, frames)));
  // The run continues without a watchdog.
  worker.on('error', () => {});
  const beating = setInterval(() => Atomics.add(lifeSigns, turns, 1), stepMs).unref();
  return () => {
    clearInterval(beating);
    void worker.terminate();
  };
}

/**
 * The worker's code, as a string so that it starts from the sources, the bundle and a test runner. It pauses the main thread
 * like a debugger and reports where. If that fails, as in a system call, it kills the process.
 */
function watchdogCode(): string {
  return `
const { writeSync } = require('node:fs');
const { parentPort, workerData } = require('node:worker_threads');
const { lifeSigns, turns, boundedCalls, longestMs, graceMs, stepMs, maxSteps } = workerData;
let lastTurn;
let silentMs = 0;

setInterval(() => {
  const now = Atomics.load(lifeSigns, turns);
  if (now !== lastTurn || Atomics.load(lifeSigns, boundedCalls) > 0) {
    lastTurn = now;
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
  let steps = 0;
  session.on('Debugger.paused', ({ params }) => {
    const places = params.callFrames.map(({ location: { scriptId, lineNumber } }) => urls.get(scriptId) + ':' + (lineNumber + 1));
    if (places.every((place) => place.startsWith('node:')) && ++steps < maxSteps) {
      session.post('Debugger.stepInto');
      return;
    }
    // Otherwise, Node.js aborts the process if a timer or an event called the code: its stack of contexts has one too many.
    session.post('Runtime.evaluate', {
      expression: "process.noDeprecation = true; process.binding('async_wrap').clearAsyncIdStack()",
    });
    parentPort.postMessage(places.map((place) => 'at ' + place));
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
}
