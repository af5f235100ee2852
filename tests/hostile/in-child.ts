import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { CommandEnd, RunCommand } from './trial.ts';

const bin = fileURLToPath(new URL('../../dist/src/bin.js', import.meta.url));

/** The maximum memory of a run in MB, whatever the target sends. */
export const maxMemoryMb = 300;

export interface ChildEnd extends CommandEnd {
  /** The peak memory of the process, in MB. */
  readonly peakMb: number;
  /** The processor time of the process, in seconds. */
  readonly processorSeconds: number;
  readonly seconds: number;
}

/** The module that the child loads before the command. */
const usage = new URL('../bench/processes/usage.mjs', import.meta.url).href;

/**
 * The process is killed after this time, in ms. Tests run several processes at the same time, so a process may take three
 * minutes.
 */
export const longestMs = 360_000;

/**
 * The last command in each of three queues. Only three commands run at a time, because each needs a processor and up to
 * 300 MB.
 */
const places: Promise<unknown>[] = Array.from({ length: 3 }, () => Promise.resolve());
let begun = 0;

/** Runs the real command in its own process, as soon as the previous command in its queue has ended. */
export const inChild: RunCommand<ChildEnd> = (args, env) => {
  const place = begun++ % places.length;
  const ended = (places[place] ?? Promise.resolve()).then(() => runInChild(args, env));
  places[place] = ended.catch(() => {});
  return ended;
};

const runInChild: RunCommand<ChildEnd> = (args, env) => {
  if (!existsSync(bin)) throw new Error('Cannot find dist/src/bin.js. Run `npm run build` first.');
  const begin = performance.now();
  const child = spawn(process.execPath, ['--import', usage, bin, ...args], {
    env: { PATH: process.env['PATH'], ...env },
    cwd: tmpdir(),
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    timeout: longestMs,
    killSignal: 'SIGKILL',
  });
  const output = { 1: '', 2: '', 3: '' };
  for (const at of [1, 2, 3] as const)
    child.stdio[at]?.on('data', (piece: Buffer) => {
      output[at] += piece.toString('utf8');
    });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => {
      const seconds = (performance.now() - begin) / 1_000;
      const { peakKb = Number.NaN, processorSeconds = Number.NaN } =
        output[3] === '' ? {} : JSON.parse(output[3]);
      resolve({
        status,
        stdout: output[1],
        stderr: output[2],
        peakMb: peakKb / 1024,
        processorSeconds,
        seconds,
      });
    });
  });
};
