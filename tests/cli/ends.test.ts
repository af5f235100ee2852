import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bin, type Started, start, temporaryFolder } from './command.ts';

const env = { PETSTORE_API_KEY: 'test-Key_0123456789-xyz' };
const few = ['--no-exhaust', '--payloads', '3', '--only', 'list.ok'];

/** Sends a signal and says how long the command took to end, in ms. */
async function endedAfter({ child, ended }: Started, signal: NodeJS.Signals): Promise<number> {
  const sent = performance.now();
  child.kill(signal);
  await ended;
  return performance.now() - sent;
}

/** A server that takes every request and never answers. */
async function silentServer(): Promise<{ readonly url: string; readonly asked: Promise<void> }> {
  const server = createServer();
  const asked = new Promise<void>((resolve) => server.once('request', () => resolve()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked };
}

function pipeIn(folder: string, name: string): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  execFileSync('mkfifo', [path]);
  return path;
}

const outcomeIn = (folder: string): unknown =>
  JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')).verdict.outcome;

describe('a signal ends the command within a second', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'during --wait-for, with a report: %s',
    async (signal) => {
      const cwd = await temporaryFolder();
      const { url, asked } = await silentServer();
      const args = ['run', '--base-url', url, '--wait-for', '60', '--timeout', '30'];
      const started = start([...args, '--reports', 'r'], { cwd, env });
      await asked;
      expect(await endedAfter(started, signal)).toBeLessThan(1_000);
      expect((await started.ended).status).toBe(130);
      expect(outcomeIn(join(cwd, 'r'))).toBe('interrupted');
    },
  );

  it('while a description is fetched that never comes', async () => {
    const cwd = await temporaryFolder();
    const { url, asked } = await silentServer();
    const args = ['run', '--base-url', url, '--description', `${url}/openapi.json`, '--timeout', '30'];
    const started = start(args, { cwd, env });
    await asked;
    expect(await endedAfter(started, 'SIGINT')).toBeLessThan(1_000);
    expect(started.child.signalCode).toBe('SIGINT');
    expect(existsSync(join(cwd, 'reports'))).toBe(false);
  });

  it('while a report waits for the reader of a pipe', async () => {
    const cwd = await temporaryFolder();
    pipeIn(join(cwd, 'r'), 'report.json');
    const started = start(['run', ...few, '--reports', 'r'], { cwd });
    await started.saw(/^Plan: /m, 'stderr');
    expect(await endedAfter(started, 'SIGINT')).toBeLessThan(1_000);
    expect((await started.ended).status).not.toBe(0);
  });
});

describe('a pipe', () => {
  it('as report that nobody reads is reported, at status 3, with the other reports written', async () => {
    const cwd = await temporaryFolder();
    pipeIn(join(cwd, 'r'), 'report.json');
    const { status, stderr } = await start(['run', ...few, '--reports', 'r'], { cwd }).ended;
    expect(status).toBe(3);
    expect(stderr).toMatch(
      /the json report could not be written to r\/report\.json: it is a pipe that nobody reads\./,
    );
    expect(existsSync(join(cwd, 'r', 'report.html'))).toBe(true);
  });

  it('as report that somebody reads gets all of it', async () => {
    const cwd = await temporaryFolder();
    const pipe = pipeIn(join(cwd, 'r'), 'report.json');
    const { ended } = start(['run', ...few, '--reports', 'r'], { cwd });
    const text = await readFile(pipe, 'utf8');
    expect((await ended).status).toBe(0);
    expect(JSON.parse(text).complete).toBe(true);
  });

  it('as key file into which nobody writes is refused', async () => {
    const cwd = await temporaryFolder();
    pipeIn(cwd, 'key');
    const args = ['run', '--base-url', 'http://127.0.0.1:9/v1', '--api-key-file', 'key'];
    const { status, stderr } = await start(args, { cwd }).ended;
    expect(status).toBe(2);
    expect(stderr).toMatch(/"key" cannot be read: it is a pipe into which nobody writes\./);
  });
});

it('a process that may open too few files is told so, and it is called no fault of the kit', async () => {
  const cwd = await temporaryFolder();
  writeFileSync(join(cwd, 'limited.sh'), 'ulimit -n 20; exec "$@"');
  const args = ['limited.sh', process.execPath, bin, 'run', ...few];
  const { status, stderr } = spawnSync('sh', args, {
    cwd,
    env: { PATH: process.env['PATH'] },
    encoding: 'utf8',
  });
  expect(status).toBe(3);
  expect(stderr).toMatch(/may open no more files \(see ulimit -n\)/);
  expect(stderr).not.toMatch(/fault of the kit/);
});
