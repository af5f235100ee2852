import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { testKey } from '../support/run-against.ts';

const script = fileURLToPath(new URL('service.mjs', import.meta.url));

/** What the service does wrong, and where it stores categories. */
export interface ServiceOptions {
  readonly store?: 'file' | 'memory';
  /** Which requests fail by chance (see `service.mjs`). */
  readonly mode?: string;
  /** If set, a body whose name is an array ends the process, which is started again after this time. */
  readonly crashesForMs?: number;
  /** Whether a client that goes away before the end of its body ends the process. */
  readonly endsOnAbort?: boolean;
  /** Whether the service is behind a relay, which accepts connections even if it then has to close them. */
  readonly behindRelay?: boolean;
}

/** Starts the service in a process of its own. */
export async function startService({
  store = 'file',
  mode,
  crashesForMs,
  endsOnAbort,
  behindRelay,
}: ServiceOptions = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'service-'));
  const port = await freePort();
  let child: ChildProcess | undefined;
  let isOver = false;
  const start = (): void => {
    if (isOver) return;
    child = spawn(process.execPath, [script], {
      stdio: 'inherit',
      env: {
        ...process.env,
        PORT: String(port),
        KEY: testKey,
        ...(store === 'file' ? { FILE: path.join(folder, 'categories.json') } : {}),
        ...(mode === undefined ? {} : { MODE: mode }),
        ...(crashesForMs === undefined ? {} : { CRASH: '1' }),
        ...(endsOnAbort === true ? { ABORT: '1' } : {}),
      },
    });
    if (crashesForMs !== undefined) child.once('exit', () => setTimeout(start, crashesForMs));
  };
  start();
  await untilListening(port);
  const relay = behindRelay === true ? await startRelay(port) : undefined;
  return {
    url: `http://127.0.0.1:${relay?.port ?? port}/v1`,
    kill: (): void => void child?.kill('SIGKILL'),
    start,
    async close(): Promise<void> {
      isOver = true;
      child?.kill('SIGKILL');
      relay?.close();
      await pause(50);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function untilListening(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.on('error', () => resolve(false));
      socket.on('connect', () => socket.destroy());
    });
    if (isOpen) return;
    await pause(50);
  }
  throw new Error('the service does not listen');
}

/** Starts a relay that accepts each connection, and closes it if the service cannot be reached. */
async function startRelay(to: number) {
  const server = createServer((socket) => {
    const target = connect(to, '127.0.0.1');
    for (const [one, other] of [
      [socket, target],
      [target, socket],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { port, close: () => server.close() };
}
