import { spawn, spawnSync } from 'node:child_process';
import { onTestFinished } from 'vitest';
import type { Ended } from './command.ts';

const version = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout ?? '';

/** The reason why no terminal is available, or an empty string if one is available. */
export const noTerminal = version.includes('util-linux')
  ? ''
  : ' (skipped: script from util-linux is not installed)';

/** A program that runs at a terminal, with a function that types keys. */
export interface AtTerminal {
  readonly type: (keys: string) => void;
  /** Resolves with the terminal's output as soon as it matches. */
  readonly saw: (pattern: RegExp) => Promise<string>;
  readonly ended: Promise<Ended>;
}

interface ProcessOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Starts a shell command at its own terminal. Kills it before the test times out. */
export function atTerminal(line: string, { cwd, env }: ProcessOptions): AtTerminal {
  const child = spawn('script', ['-q', '-e', '-c', line, '/dev/null'], {
    cwd,
    env: { PATH: process.env['PATH'], SHELL: '/bin/sh', TERM: 'dumb', LANG: 'C.UTF-8', ...env },
    timeout: 50_000,
    killSignal: 'SIGKILL',
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stdin.on('error', () => {});
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (status) => resolve({ status, stdout, stderr: '' }));
  });
  const saw = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (pattern.test(stdout)) resolve(stdout);
      };
      child.stdout.on('data', look);
      child.on('close', () => reject(new Error(`Ended without ${pattern}: ${stdout}`)));
      look();
    });
  return { type: (keys) => child.stdin.write(keys), saw, ended };
}
