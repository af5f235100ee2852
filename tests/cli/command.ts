import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { main } from '../../src/cli/main.ts';
import { outputOf } from '../support/child-output.ts';

/** The built command. */
export const bin = fileURLToPath(new URL('../../dist/src/bin.js', import.meta.url));
if (!existsSync(bin)) throw new Error('Failed to find dist/src/bin.js. Do `npm run build` first.');

/** Loads the modules of the built command, to run it in the test process. */
export async function mainAsBuilt(): Promise<typeof main> {
  return (await import(new URL('../../dist/src/cli/main.js', import.meta.url).href)).main;
}

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly child: ReturnType<typeof spawn>;
  readonly ended: Promise<Ended>;
  /** Resolves with the output as soon as it matches. */
  readonly saw: (pattern: RegExp, stream?: 'stdout' | 'stderr') => Promise<string>;
}

export interface ProcessOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly nodeArgs?: readonly string[];
}

/** Starts the real command, and kills it at the end of the test. Do not use this function in concurrent tests. */
export function start(args: readonly string[], options?: ProcessOptions): Started {
  const started = launch(args, options);
  onTestFinished(() => {
    started.child.kill('SIGKILL');
  });
  return started;
}

/** Runs the real command and waits until it ends. */
export function command(args: readonly string[], options?: ProcessOptions): Promise<Ended> {
  return launch(args, options).ended;
}

/** Starts the real command with only these environment variables. Kills it before the test times out. */
export function launch(
  args: readonly string[],
  { env = {}, cwd, nodeArgs = [] }: ProcessOptions = {},
): Started {
  const child = spawn(process.execPath, [...nodeArgs, bin, ...args], {
    env: { PATH: process.env['PATH'], ...env },
    cwd: cwd ?? tmpdir(),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 50_000,
    killSignal: 'SIGKILL',
  });
  const texts = outputOf(child);
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (status) => resolve({ status, ...texts }));
  });
  const saw = (pattern: RegExp, stream: 'stdout' | 'stderr' = 'stdout'): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (pattern.test(texts[stream])) resolve(texts[stream]);
      };
      child[stream].on('data', look);
      child.on('close', () => reject(new Error(`Ended without ${pattern}: ${texts.stdout}${texts.stderr}`)));
      look();
    });
  return { child, ended, saw };
}

/** Creates a folder that is deleted after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
