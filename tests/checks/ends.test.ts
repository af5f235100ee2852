import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { command } from '../cli/command.ts';
import { env, startService } from '../cli/services.ts';
import { extendedTier, inTiers } from '../support/tiers.ts';
import { folderWithChecks, readReport, runWithCheck, writeChecks } from './check-file.ts';

describe('a file of checks cannot set the exit status', () => {
  for (const { rows, options } of inTiers(
    [
      ['process.exit in a check', 'process.exit(0);'],
      ['the exit of node:process', 'exit(0);'],
      ['process.exit in a timer', 'setTimeout(() => process.exit(0)); await wait(1_000, "a while");'],
      ['an unhandled rejection', 'Promise.reject(new Error("stray")); await wait(1_000, "a while");'],
      ['a throw in a timer', 'setTimeout(() => { throw new Error("stray") }); await wait(1_000, "a while");'],
      ['a rejection without an Error', 'Promise.reject("stray"); await wait(1_000, "a while");'],
    ],
    6,
  ))
    it.each(rows)(
      '%s gives a report that blames the file, and exit status 3',
      options,
      async (_what, inCheck) => {
        const { ended, report } = await runWithCheck({ inCheck });
        const { status, stderr } = await ended;
        expect(status, stderr).toBe(3);
        const { checkFaults = [], kitFaults, verdict } = await report();
        expect(kitFaults).toEqual([]);
        expect(checkFaults[0]).toMatch(/guide\.mjs.*(stray|process\.exit)/);
        expect(verdict).toMatchObject({ outcome: 'could not be tested', exitStatus: 3 });
      },
    );

  it('ends an endless loop at Ctrl-C within a second, with a report and exit status 130', async () => {
    const { child, ended, saw, report } = await runWithCheck({
      rule: 'process.stderr.write("looping\\n"); for (;;);',
    });
    await saw(/looping/, 'stderr');
    const sent = performance.now();
    child.kill('SIGINT');
    expect((await ended).status).toBe(130);
    expect(performance.now() - sent).toBeLessThan(5_000);
    expect((await report()).verdict.outcome).toBe('interrupted');
  });

  it('process.reallyExit gives exit status 3, without a report', extendedTier, async () => {
    const { ended } = await runWithCheck({ inCheck: 'process.reallyExit(0);' });
    expect((await ended).status).toBe(3);
  });

  it('rejects process.exit while the file is loaded', extendedTier, async () => {
    const { ended } = await runWithCheck({ atLoad: 'process.exit(0);' });
    const { status, stderr } = await ended;
    expect(status).toBe(2);
    expect(stderr).toMatch(/guide\.mjs threw Error while loading: process\.exit\(0\) was called/);
  });
});

/** A recording with one list. */
const recording = JSON.stringify({
  log: {
    version: '1.2',
    creator: { name: 'a test', version: '1' },
    entries: [
      {
        startedDateTime: '2026-01-01T00:00:00Z',
        time: 1,
        request: { method: 'GET', url: 'http://pets.example/v1/categories', headers: [] },
        response: { status: 200, headers: [], content: { mimeType: 'application/json', text: '[]' } },
      },
    ],
  },
});

describe.each([
  ['an unhandled rejection', 'Promise.reject(new Error("stray"));'],
  ['a throw in a timer', 'setTimeout(() => { throw new Error("stray") });'],
])('%s', (_what, stray) => {
  it(
    'ends judge with exit status 3 and, if it was judging, a report that blames the file',
    extendedTier,
    async () => {
      const cwd = await folderWithChecks({ rule: stray });
      await writeFile(join(cwd, 'traffic.har'), recording);
      const args = [
        'judge',
        'traffic.har',
        '--check',
        'guide.mjs',
        '--only',
        'guide.*',
        '--reporter',
        'json',
      ];
      const { status, stderr } = await command(args, { cwd });
      expect(status, stderr).toBe(3);
      const { checkFaults = [], kitFaults } = await readReport(cwd);
      expect(kitFaults).toEqual([]);
      // A timer may fire after the report was written.
      if (stray.startsWith('Promise')) expect(checkFaults[0]).toMatch(/guide\.mjs threw .*stray/);
      else expect(checkFaults[0] ?? stderr).toMatch(/stray/);
    },
  );

  it('ends replay with exit status 3 and a sentence', extendedTier, async () => {
    const cwd = await folderWithChecks({ inCheck: 'unmet("a", "b", "c");' });
    const { url } = await startService();
    const target = ['--base-url', url, '--check', 'guide.mjs'];
    const run = await command(['run', '--only', 'guide.*', '--no-exhaust', ...target], { cwd, env });
    expect(run.status, run.stderr).toBe(1);
    await writeChecks(cwd, { inCheck: `${stray} await wait(1_000, "a while");` });
    const { status, stdout, stderr } = await command(['replay', 'reports/report.json', ...target], {
      cwd,
      env,
    });
    expect(status, stderr).toBe(3);
    expect(stdout).toMatch(/A custom check threw an error[\s\S]*stray/);
    expect(stdout).toMatch(/INCONCLUSIVE \(exit status 3\) guide\.etag/);
  });
});
