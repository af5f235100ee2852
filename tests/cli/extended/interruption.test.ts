// @module-tag extended
import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ReferenceServer, startReferenceServer } from '../../../reference-server/index.ts';
import type { Report } from '../../../src/report/model/report.ts';
import { compileReportSchema } from '../../report/report-schema.ts';
import { runAgainst } from '../../support/run-against.ts';
import { bin, start, temporaryFolder } from '../command.ts';
import { carryOut } from '../in-process.ts';

const validate = compileReportSchema();

/** Reads a folder's only report, which must be complete and match its schema. */
function readReport(folder: string): Report {
  expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
  validate(report);
  expect(validate.errors).toBeNull();
  return report;
}

/** Requests that are in flight when a signal arrives cannot be recalled. */
const underWay = 6;

describe.concurrent('a run stopped at any moment', () => {
  // The golden ratio spreads any number of moments evenly.
  const moments = Array.from({ length: 25 }, (_, index) => Math.floor(((index * 0.618_034) % 1) * 105));

  it.each(moments.map((moment, index) => [index + 1, moment] as const))(
    '%i: sends nothing more after %i events, and its report is complete',
    async (_number, moment) => {
      const abort = new AbortController();
      let events = 0;
      let responded = 0;
      let stoppedAt = 0;
      const { report, counted } = await runAgainst(
        {},
        {},
        {
          signal: abort.signal,
          listen: ({ type }) => {
            if (type === 'exchange') responded++;
            if (type === 'finished' || events++ !== moment) return;
            stoppedAt = responded;
            abort.abort(new Error('stopped'));
          },
        },
      );
      expect(report.kitFaults).toEqual([]);
      expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
      if (events <= moment) return expect(report.complete).toBe(true);
      expect(report.complete).toBe(false);
      expect(report.verdict.exitStatus).toBe(130);
      expect(counted.requests).toBeLessThanOrEqual(stoppedAt + underWay);
    },
  );
});

describe('a stopped command', () => {
  /** Starts a server for many concurrent commands. Each has its own key, and requests are counted by key. */
  async function sharedServer(
    keys: readonly string[],
  ): Promise<{ server: ReferenceServer; arrivals: Map<string, number> }> {
    const arrivals = new Map<string, number>();
    const server = await startReferenceServer({
      keys: keys.map((key) => ({ key, plan: 'free' as const })),
      plans: { free: { minute: 60, day: 10_000 } },
      minuteMs: 2_000,
      change: (parts) => ({
        identify: (incoming, authentication, route) => {
          const sent = incoming.headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1] ?? '';
          const key = keys.find((one) => sent.toLowerCase().includes(one.slice(0, -1).toLowerCase()));
          if (key !== undefined) arrivals.set(key, (arrivals.get(key) ?? 0) + 1);
          return parts.identify(incoming, authentication, route);
        },
      }),
    });
    onTestFinished(() => server.close());
    return { server, arrivals };
  }

  const keys = ['one', 'two', 'three', 'four'].map((name) => `stopped-Key-number-${name}-0123456789`);

  it('sends nothing more, exits with status 130 and writes a partial report, after either signal and at any of four moments', async () => {
    const { server, arrivals } = await sharedServer(keys);
    const stop = async (key: string, number: number): Promise<void> => {
      const cwd = await temporaryFolder();
      const args = ['run', '--base-url', server.url, '--max-wait', '60'];
      const { child, ended, saw } = start(args, { cwd, env: { PETSTORE_API_KEY: key } });
      await saw(/^Plan: /m, 'stderr');
      const moment = (number * 0.618_034) % 1;
      await new Promise((resolve) => setTimeout(resolve, moment * 1_200));
      child.kill(number % 2 === 0 ? 'SIGINT' : 'SIGTERM');
      const stopping = await saw(/^Stopping/m, 'stderr').catch(() => undefined);
      const atSignal = arrivals.get(key) ?? 0;
      const { status, stdout, stderr } = await ended;
      const report = readReport(join(cwd, 'reports'));
      expect(stdout + stderr).not.toContain(key);
      if (stopping === undefined || report.complete) return expect([0, 1]).toContain(status);
      expect(status).toBe(130);
      expect(stdout).toMatch(/\npetstore-conformance: INTERRUPTED \(exit status 130\) /);
      expect((arrivals.get(key) ?? 0) - atSignal).toBeLessThanOrEqual(underWay);
    };
    await Promise.all(keys.map(stop));
    const last = [...arrivals.values()].reduce((sum, count) => sum + count, 0);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect([...arrivals.values()].reduce((sum, count) => sum + count, 0)).toBe(last);
  }, 180_000);

  it('exits immediately on a second signal while the disk hangs, and keeps the last report', async () => {
    const cwd = await temporaryFolder();
    mkdirSync(join(cwd, 'reports'));
    writeFileSync(join(cwd, 'reports', 'report.json'), '"of the run before"');
    const hanging = `
      import fs from 'node:fs/promises';
      import { syncBuiltinESMExports } from 'node:module';
      fs.rename = () => new Promise((resolve) => setTimeout(resolve, 40_000));
      syncBuiltinESMExports();`;
    const { child, ended, saw } = start(['run'], {
      cwd,
      nodeArgs: ['--import', `data:text/javascript,${encodeURIComponent(hanging)}`],
    });
    await saw(/^waiting /m, 'stderr');
    child.kill('SIGINT');
    await saw(/^Stopping/m, 'stderr');
    child.kill('SIGINT');
    // If the process is stuck, the signal itself kills it, so there is no exit status. A shell shows 130 in that case, too.
    expect([130, null]).toContain((await ended).status);
    expect(readFileSync(join(cwd, 'reports', 'report.json'), 'utf8')).toBe('"of the run before"');
  });
});

describe('if the command cannot write', () => {
  /** Runs the command in a shell, so that tests can use redirections and limits. */
  function shell(script: string, cwd: string): Promise<{ status: number; stdout: string; stderr: string }> {
    return new Promise((resolve) => {
      const env = {
        PATH: process.env['PATH'],
        RUN: `${process.execPath} ${bin} run --no-exhaust --only list.ok`,
      };
      execFile('sh', ['-c', script], { cwd, env, timeout: 50_000 }, (error, stdout, stderr) => {
        resolve({ status: error === null ? 0 : Number(error.code), stdout, stderr });
      });
    });
  }

  it('to stdout on a full disk, it prints a message, exits with status 3 and still writes the report', async () => {
    const cwd = await temporaryFolder();
    const { status, stderr } = await shell('$RUN > /dev/full', cwd);
    expect(stderr).toMatch(
      /^petstore-conformance: cannot write to stdout: no space is left on the device\.$/m,
    );
    expect(stderr).not.toMatch(/bug in the kit/);
    expect(status).toBe(3);
    expect(readReport(join(cwd, 'reports')).complete).toBe(true);
  });

  it.each([
    ['after its first line', 'head -n 1', /^\S.*\n$/],
    ['before its first line', ':', /^$/],
  ])(
    'to standard output that is closed %s, it prints no message and keeps its exit status',
    async (_what, reader, seen) => {
      const cwd = await temporaryFolder();
      const { stdout, stderr } = await shell(`{ $RUN; echo "status $?" >&2; } | ${reader}`, cwd);
      expect(stdout).toMatch(seen);
      expect(stderr).toMatch(/^status 0$/m);
      expect(stderr).not.toMatch(/could not be written|cannot write|bug in the kit|EPIPE/);
      expect(readReport(join(cwd, 'reports')).complete).toBe(true);
    },
  );

  it('to stderr on a full disk, the run goes on', async () => {
    const cwd = await temporaryFolder();
    const { status, stdout } = await shell('$RUN 2> /dev/full', cwd);
    expect(stdout).toMatch(/CONFORMS|PASSED/);
    expect(status).toBe(0);
  });

  it('a report to a full disk, it exits with status 3 and leaves no report of an earlier run', async () => {
    const cwd = await temporaryFolder();
    mkdirSync(join(cwd, 'reports'));
    for (const name of ['report.json', 'report.html', 'notes.html'])
      writeFileSync(join(cwd, 'reports', name), '"of the run before"');
    // Files may have at most four blocks of 512 bytes.
    const { status, stdout, stderr } = await shell('ulimit -f 4; $RUN', cwd);
    expect(stderr).toMatch(
      /json report could not be written to .*: it is too large\. Removed the file of an earlier run\.$/m,
    );
    expect(stderr).toMatch(/junit report could not be written to .*: it is too large\.$/m);
    expect(stdout).toMatch(/CONFORMS|PASSED/);
    expect(status).toBe(3);
    expect(readdirSync(join(cwd, 'reports')).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    const left = readdirSync(join(cwd, 'reports'));
    expect(left).toContain('notes.html');
    expect(left).not.toContain('report.json');
    expect(left).not.toContain('report.html');
  });

  it('a report to a chosen path or through a link, it exits with status 3 and removes the earlier report', async () => {
    const cwd = await temporaryFolder();
    mkdirSync(join(cwd, 'site'));
    for (const name of ['old.json', 'site/page.html']) writeFileSync(join(cwd, name), '"of the run before"');
    symlinkSync('site/page.html', join(cwd, 'page.html'));
    const { status, stderr } = await shell('ulimit -f 4; $RUN --reporter json=old.json,html=page.html', cwd);
    expect(stderr.match(/Removed the file of an earlier run\.$/gm)).toHaveLength(2);
    expect(status).toBe(3);
    expect([existsSync(join(cwd, 'old.json')), readdirSync(join(cwd, 'site'))]).toEqual([false, []]);
  });

  it('into a folder that a file has replaced, it prints a message and exits with status 3', async () => {
    const cwd = await temporaryFolder();
    const { ended, saw } = start(['run'], { cwd });
    await saw(/^waiting /m, 'stderr');
    rmSync(join(cwd, 'reports'), { recursive: true });
    writeFileSync(join(cwd, 'reports'), '');
    const { status, stderr } = await ended;
    expect(stderr).toMatch(
      /report.* could not be written to .*: a (file of that name exists|part of its path is not a directory)\.$/m,
    );
    expect(status).toBe(3);
  });

  it('because report.json is a directory, it says so before the first request', async () => {
    const cwd = await temporaryFolder();
    mkdirSync(join(cwd, 'reports', 'report.json'), { recursive: true });
    const { status, stdout, stderr } = await carryOut(['run'], { cwd });
    expect(stderr).toMatch(/^petstore-conformance: report\.json in "reports" is a directory/);
    expect(stderr).not.toMatch(/Plan/);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  });
});
