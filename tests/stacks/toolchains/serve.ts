import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stack, StackOptions } from '../stack.ts';

const startWithinMs = 60_000;
const lookEveryMs = 100;

/** A program that serves a stack on a given port. */
export interface Program {
  readonly file: string;
  readonly args: (port: number) => readonly string[];
  readonly cwd: string;
  /** Environment variables besides those that every program gets. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Functions that each end a program that is still running. */
const running = new Set<() => void>();
process.once('exit', () => {
  for (const kill of running) kill();
});

/**
 * Starts a program that serves a stack, and waits until it accepts connections. Its environment has KEY, LIMIT,
 * WINDOW_SECONDS and PORT. Rejects with the program's output if it exits, or is not ready within a minute.
 */
export async function serve(program: Program, { key, limit, windowSeconds }: StackOptions): Promise<Stack> {
  const port = await freePort();
  const child = spawn(program.file, program.args(port), {
    cwd: program.cwd,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      KEY: key,
      LIMIT: String(limit),
      WINDOW_SECONDS: String(windowSeconds),
      PORT: String(port),
      ...program.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A separate process group, because some programs, such as `go run`, start the server as a child.
    detached: true,
  });
  const kill = () => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, 'SIGKILL');
  };
  running.add(kill);
  const ended = once(child, 'close');
  let wrote = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      wrote = (wrote + text).slice(-2_000);
    });
  }

  const close = async (): Promise<void> => {
    kill();
    await ended;
    running.delete(kill);
  };
  const giveUp = Date.now() + startWithinMs;
  while (!(await acceptsConnections(port))) {
    if (child.exitCode === null && Date.now() < giveUp) {
      await sleep(lookEveryMs);
      continue;
    }
    await close();
    throw new Error(`Cannot start ${program.file}. Its output: ${wrote}`);
  }
  return { url: `http://127.0.0.1:${port}/v1`, close };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function acceptsConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}
