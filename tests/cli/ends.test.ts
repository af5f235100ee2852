import { execFile, execFileSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, read, readFileSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { extendedTier, inTiers } from '../support/tiers.ts';
import { bin, type Started, start, temporaryFolder } from './command.ts';
import { env, silentServer } from './services.ts';

const few = ['--no-exhaust', '--only', 'list.ok'];

/** The limit of one second, which `npm run prove -- interruptions` checks, plus some tolerance for concurrent tests. */
const soonMs = 5_000;

/** Sends a signal and returns how many milliseconds the command then takes to end. */
async function endedAfter({ child, ended }: Started, signal: NodeJS.Signals): Promise<number> {
  const sent = performance.now();
  child.kill(signal);
  await ended;
  return performance.now() - sent;
}

function pipeIn(folder: string, name: string): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  execFileSync('mkfifo', [path]);
  return path;
}

/** How many bytes fit into a pipe. */
const pipeBytes = 65_536;

/** Starts a run that writes a large report into a pipe, and opens the other end. */
async function startWithReader(): Promise<{ readonly started: Started; readonly reader: number }> {
  const cwd = await temporaryFolder();
  const reader = openSync(pipeIn(join(cwd, 'r'), 'exchanges.har'), 'r+');
  onTestFinished(() => closeSync(reader));
  const args = ['run', '--no-exhaust', '--reports', 'r', '--reporter', 'har'];
  return { started: start(args, { cwd }), reader };
}

const outcomeIn = (folder: string): unknown =>
  JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')).verdict.outcome;

describe('a signal ends the command within a second', () => {
  for (const { rows, options } of inTiers(['SIGINT', 'SIGTERM', 'SIGHUP'] as const, 3))
    it.each(rows)('during --wait-for, with a report: %s', options, async (signal) => {
      const cwd = await temporaryFolder();
      const { url, asked } = await silentServer();
      const args = ['run', '--base-url', url, '--wait-for', '60', '--timeout', '30'];
      const started = start([...args, '--reports', 'r'], { cwd, env });
      await asked;
      expect(await endedAfter(started, signal)).toBeLessThan(soonMs);
      expect((await started.ended).status).toBe(130);
      expect(outcomeIn(join(cwd, 'r'))).toBe('interrupted');
    });

  it('while fetching a description that never arrives', extendedTier, async () => {
    const cwd = await temporaryFolder();
    const { url, asked } = await silentServer();
    const args = ['run', '--base-url', url, '--description', `${url}/openapi.json`, '--timeout', '30'];
    const started = start(args, { cwd, env });
    await asked;
    expect(await endedAfter(started, 'SIGINT')).toBeLessThan(soonMs);
    expect(started.child.signalCode).toBe('SIGINT');
    expect(existsSync(join(cwd, 'reports'))).toBe(false);
  });

  it('while serve responds to a request', extendedTier, async () => {
    const started = start(['serve', '--port', '0']);
    const [, url = ''] = /listening on (\S+)/.exec(await started.saw(/Ctrl-C to stop/)) ?? [];
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    onTestFinished(() => {
      socket.destroy();
    });
    socket.on('error', () => {});
    socket.write(
      'POST /v1/categories HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n',
    );
    await new Promise((resolve) => socket.once('data', resolve));
    expect(await endedAfter(started, 'SIGTERM')).toBeLessThan(soonMs);
    expect((await started.ended).status).toBe(0);
  });

  it('during an operation that cannot be canceled, such as a DNS lookup', extendedTier, async () => {
    const cwd = await temporaryFolder();
    const { url, asked } = await silentServer();
    pipeIn(cwd, 'pipe');
    const busy = `import { open } from 'node:fs/promises'; open('pipe');`;
    const started = start(['run', '--base-url', url, '--wait-for', '60', '--timeout', '30'], {
      cwd,
      env,
      nodeArgs: ['--import', `data:text/javascript,${encodeURIComponent(busy)}`],
    });
    await asked;
    expect(await endedAfter(started, 'SIGINT')).toBeLessThan(soonMs);
    // A shell reports this signal as status 130.
    expect(started.child.signalCode).toBe('SIGINT');
    expect(outcomeIn(join(cwd, 'reports'))).toBe('interrupted');
  });

  it('while a report waits for a reader of its pipe', extendedTier, async () => {
    const cwd = await temporaryFolder();
    pipeIn(join(cwd, 'r'), 'report.json');
    const started = start(['run', ...few, '--reports', 'r'], { cwd });
    await started.saw(/^Plan: /m, 'stderr');
    expect(await endedAfter(started, 'SIGINT')).toBeLessThan(soonMs);
    expect((await started.ended).status).not.toBe(0);
  });

  it('while a report waits for a slow reader', extendedTier, async () => {
    const { started, reader } = await startWithReader();
    // The first byte shows that the command is writing the report, which is too large for the pipe.
    await promisify(read)(reader, Buffer.alloc(1), 0, 1, null);
    expect(await endedAfter(started, 'SIGINT')).toBeLessThan(soonMs);
    const { status, stderr } = await started.ended;
    expect(stderr).toContain('its reader was too slow');
    expect(status).toBe(3);
  });

  it('even if the report of the interrupted run waits for a slow reader', extendedTier, async () => {
    const { started, reader } = await startWithReader();
    writeSync(reader, Buffer.alloc(pipeBytes));
    await started.saw(/^Plan: /m, 'stderr');
    expect(await endedAfter(started, 'SIGINT')).toBeLessThan(soonMs);
    const { status, stderr } = await started.ended;
    expect(stderr).toContain('its reader was too slow');
    expect(status).toBe(130);
  });
});

describe('a pipe', () => {
  it(
    'at the path of a report, without a reader, leads to exit status 3, but the other reports are written',
    extendedTier,
    async () => {
      const cwd = await temporaryFolder();
      pipeIn(join(cwd, 'r'), 'report.json');
      const { status, stderr } = await start(['run', ...few, '--reports', 'r'], { cwd }).ended;
      expect(status).toBe(3);
      expect(stderr).toMatch(
        /the json report could not be written to r\/report\.json: it is a pipe without a reader, or a socket\./,
      );
      expect(existsSync(join(cwd, 'r', 'report.html'))).toBe(true);
    },
  );

  it('at the path of a report, with a reader, receives the whole report', extendedTier, async () => {
    const cwd = await temporaryFolder();
    const pipe = pipeIn(join(cwd, 'r'), 'report.json');
    const { ended } = start(['run', ...few, '--reports', 'r'], { cwd });
    const text = await readFile(pipe, 'utf8');
    expect((await ended).status).toBe(0);
    expect(JSON.parse(text).complete).toBe(true);
  });

  it.each(['GITHUB_OUTPUT', 'GITHUB_STEP_SUMMARY'])(
    'that %s names, without a reader, leads to a message, and to exit status 3 if the reporter was selected',
    extendedTier,
    async (name) => {
      const cwd = await temporaryFolder();
      const env = { GITHUB_ACTIONS: 'true', [name]: pipeIn(cwd, 'pipe') };
      const says = /the github report: cannot write ".*pipe": it is a pipe without a reader, or a socket\.$/m;
      const args = ['run', '--reference-server', ...few];
      const [usual, named] = await Promise.all(
        [args, [...args, '--reporter', 'github']].map((one) => start(one, { cwd, env }).ended),
      );
      expect([usual?.status, named?.status]).toEqual([0, 3]);
      expect([usual?.stderr, named?.stderr]).toEqual([
        expect.stringMatching(says),
        expect.stringMatching(says),
      ]);
    },
  );
});

it.each(['--version', 'list', 'run'])('a deleted working directory is a usage error: %s', async (word) => {
  const cwd = await temporaryFolder();
  const script = `mkdir gone && cd gone && rmdir ../gone && exec '${process.execPath}' '${bin}' ${word}`;
  const { code, stderr } = await promisify(execFile)('sh', ['-c', script], { cwd }).catch((error) => error);
  expect(stderr).toContain('the working directory cannot be used: it does not exist.');
  expect(code).toBe(2);
});
