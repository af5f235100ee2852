/**
 * The code of the watchdog's worker. It is a string, because a worker needs one that runs from the sources, from the
 * bundle and in a test runner alike. It stops what the main thread is doing the way a debugger would, and says where that
 * was. Code that even a debugger cannot stop, such as a system call, is ended with the process.
 */
export const watchdogCode = `
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
