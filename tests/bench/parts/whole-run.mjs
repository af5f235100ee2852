import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultSettings } from '../../../build/src/config/settings.js';
import { trialKey } from '../../../build/tests/gallery/trial.js';
import { measureInChild, startServerInChild } from '../processes/child.mjs';
import { measureInTurn, ratioOf, spreadOf } from '../spread.mjs';
import { hundredths, spreadCells, spreadHead, table } from '../table.mjs';

const name = 'run';
const title = 'A whole run';

const roundTripMs = 20;
const connections = defaultSettings().concurrency;
const server = { plan: 'free', roundTripMs };
const maxToBare = 1.3;
const maxCommandSeconds = 1;
/** A short window, because the command waits for its end. */
const minuteMs = 2_000;
const maxProcessorSeconds = 1.5;

/**
 * Measures a run on the Free plan that proves the limit, and the same number of bare requests over the same number of
 * connections.
 */
async function measure() {
  let requests;
  const runs = [];
  const { command, kit, bare } = await measureInTurn({
    command: commandSeconds,
    async kit() {
      const run = await measureInChild('kit.mjs', { server, settings: { concurrency: connections } });
      requests = run.requests;
      runs.push(run.processorSeconds);
      return run.seconds;
    },
    bare: async () => (await measureInChild('bare.mjs', { server, connections, lists: requests })).seconds,
  });
  return {
    requests,
    command: spreadOf(command),
    kit: spreadOf(kit),
    bare: spreadOf(bare),
    ratio: ratioOf(kit, bare),
    processor: spreadOf(runs),
  };
}

/**
 * Runs the command against a server on this machine. Returns how many seconds it takes from the start of the process,
 * without the wait.
 */
async function commandSeconds() {
  const { url, stop } = await startServerInChild({ plan: 'free', minuteMs });
  const folder = mkdtempSync(join(tmpdir(), 'bench-run-'));
  try {
    const bin = fileURLToPath(new URL('../../../dist/src/bin.js', import.meta.url));
    const start = performance.now();
    const child = spawn(process.execPath, [bin, 'run', '--base-url', url, '--plan', 'free'], {
      cwd: folder,
      env: { ...process.env, PETSTORE_API_KEY: trialKey },
      stdio: ['ignore', 'ignore', 'ignore'],
    });
    const status = await new Promise((resolve) => child.on('close', resolve));
    const seconds = (performance.now() - start) / 1_000;
    if (status !== 0) throw new Error(`The run exited with status ${status}.`);
    const { waits } = JSON.parse(readFileSync(join(folder, 'reports/report.json'), 'utf8'));
    return seconds - waits.reduce((sum, wait) => sum + wait.seconds, 0);
  } finally {
    rmSync(folder, { recursive: true });
    stop();
  }
}

function goals({ command, ratio, processor }) {
  return [
    {
      what: 'seconds of `run`, from the start of its process, without its wait',
      goal: `at most ${hundredths(maxCommandSeconds)}`,
      reached: hundredths(command.median),
      met: command.median <= maxCommandSeconds,
      why: 'all code of a run is compiled in its first second, on the thread that sends, and other load on the machine counts.',
    },
    {
      what: `time of a run at ${roundTripMs} ms round trip, compared with as many bare requests`,
      goal: `at most ${hundredths(maxToBare)}`,
      reached: hundredths(ratio.median),
      met: ratio.median <= maxToBare,
      why:
        'bare requests are all sent concurrently. By design, a run sends some requests alone: the first list, the request that ' +
        'checks recovery, the closing ones, and the last ones of the quota (so that nothing else is in flight when a 429 arrives). ' +
        "The rest is the kit's own work, in a process that has just started.",
    },
    {
      what: 'CPU seconds of a run',
      goal: `at most ${hundredths(maxProcessorSeconds)}`,
      reached: hundredths(processor.median),
      met: processor.median <= maxProcessorSeconds,
      why: 'it is the first run of its process, and no function has been compiled yet.',
    },
  ];
}

function text({ requests, command, kit, bare, ratio, processor }) {
  return `${requests} requests on the Free plan, including those that prove the limit, over ${connections} connections, to a server ${roundTripMs} ms away in
another process. Waits take no time, because both clocks are moved forward. Each run is the first of its process, and the
process start is not counted. The command runs against a server on this machine, in real time: from the start of its process to
its end, without the wait that the server asks for. "Bare requests" are as many requests with undici over as many connections. Seconds:

${table(
  ['What', ...spreadHead],
  [
    ['the command, without its wait', ...spreadCells(command, hundredths)],
    ['a run', ...spreadCells(kit, hundredths)],
    ['bare requests', ...spreadCells(bare, hundredths)],
    ['a run, divided by bare requests', ...spreadCells(ratio, hundredths)],
    ['CPU seconds of a run, without the server', ...spreadCells(processor, hundredths)],
  ],
)}`;
}

export const wholeRunPart = { name, title, measure, goals, text };
