import { fork, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A process that takes longer is stuck. */
const longestMs = 300_000;

/**
 * Runs a file of this folder in a new process, so that earlier runs have no influence, and returns the JSON that it writes.
 * Rejects if the process fails or has not ended after five minutes.
 */
export function measureInChild(file, options, nodeFlags = []) {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(process.execPath, [...nodeFlags, path, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: longestMs,
    killSignal: 'SIGKILL',
  });
  const output = { stdout: '', stderr: '' };
  for (const name of Object.keys(output))
    child[name].setEncoding('utf8').on('data', (text) => {
      output[name] += text;
    });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status, signal) => {
      if (status === 0) resolve(JSON.parse(output.stdout));
      else reject(new Error(`${file} ended with ${signal ?? status}: ${output.stderr.slice(0, 2_000)}`));
    });
  });
}

/** Returns the options of a file that `measureInChild` started. */
export function readOptions() {
  return JSON.parse(process.argv[2]);
}

/** Returns measurements to the parent. */
export function writeResult(measured) {
  process.stdout.write(JSON.stringify(measured));
}

/**
 * Starts a reference server in a new process, which ends with this one. `limit` is the limit per minute of its only key,
 * `roundTripMs` the minimum time of a response, and `minuteMs` the length of its window. `move` moves its clock forward.
 */
export async function startServerInChild({ limit, plan = 'enterprise', roundTripMs = 0, minuteMs }) {
  const path = fileURLToPath(new URL('server.mjs', import.meta.url));
  // The server must not inherit flags of this process, such as --cpu-prof.
  const child = fork(path, [JSON.stringify({ limit, plan, roundTripMs, minuteMs })], { execArgv: [] });
  const response = () =>
    new Promise((resolve, reject) => {
      child.once('message', resolve);
      child.once('exit', (status) => reject(new Error(`The server exited with status ${status}.`)));
    });
  const { url } = await response();
  return {
    url,
    async move(ms) {
      const moved = response();
      child.send({ move: ms });
      await moved;
    },
    stop() {
      child.disconnect();
    },
  };
}
