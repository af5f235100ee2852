import { spawn } from 'node:child_process';
import { key } from './servers.ts';
import type { Command } from './tools.ts';

/** Runs a program and resolves with its status and output; the status is null if the program was killed. */
export function execute(
  { program, args, environment = {} }: Command,
  cwd: string,
): Promise<{ readonly status: number | null; readonly output: string }> {
  const child = spawn(program, args, {
    cwd,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PETSTORE_API_KEY: key,
      NO_COLOR: '1',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 300_000,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return new Promise((done, failed) => {
    child.on('error', failed).on('close', (status) => done({ status, output }));
  });
}
