import { describe, expect, it } from 'vitest';
import { extendedTier, inTiers } from '../support/tiers.ts';
import { runWithCheck } from './check-file.ts';

const later = 'await wait(1_000, "a while");';

describe('a file of checks cannot set the exit status', () => {
  for (const { rows, options } of inTiers(
    [
      [
        'process.exit in a check',
        'process.exit(0);',
        /ended before the command finished.*Does guide\.mjs call/s,
      ],
      ['exit from node:process', 'exit(0);', /ended before the command finished/],
      ['process.exit in a timer', `setTimeout(() => process.exit(0)); ${later}`, /ended before the command/],
      ['an unhandled rejection', `Promise.reject(new Error("stray")); ${later}`, /guide\.mjs threw .*stray/],
      [
        'a throw in a timer',
        `setTimeout(() => { throw new Error("stray") }); ${later}`,
        /guide\.mjs threw .*stray/,
      ],
      ['a rejection without an Error', `Promise.reject("stray"); ${later}`, /guide\.mjs threw .*stray/],
    ] as const,
    3,
  ))
    it.each(rows)(
      '%s leads to exit status 3 and a message, but no report',
      options,
      async (_what, inCheck, says) => {
        const { ended, report } = await runWithCheck({ inCheck });
        const { status, stderr } = await ended;
        expect([status, stderr]).toEqual([3, expect.stringMatching(says)]);
        expect(stderr).not.toContain('bug in the kit');
        await expect(report()).rejects.toThrow('ENOENT');
      },
    );

  it('process.exit while the file is loaded leads to exit status 3', extendedTier, async () => {
    const { ended } = await runWithCheck({ atLoad: 'process.exit(0);' });
    expect((await ended).status).toBe(3);
  });

  it('a check that never ends is reported as an error in the file', async () => {
    const { ended, report } = await runWithCheck(
      { inCheck: 'await new Promise(() => {});' },
      '--timeout',
      '0.5',
    );
    const { status, stderr } = await ended;
    expect(status, stderr).toBe(3);
    const { checkFaults, kitFaults, verdict } = await report();
    expect(kitFaults).toEqual([]);
    expect(checkFaults).toEqual([
      'guide.mjs: guide.etag (a check) did not finish: it was idle for 0.5 s (--timeout), without a request or a wait',
    ]);
    expect(verdict).toMatchObject({ outcome: 'no verdict', exitStatus: 3 });
  });
});

const loop = 'process.stderr.write("looping\\n"); for (;;);';

describe('Ctrl-C', () => {
  it.each([
    ['inside a rule', { rule: loop }],
    ['inside a check, after a response', { inCheck: loop }],
    ['while the file is loaded', { atLoad: loop }],
  ])('ends an endless loop %s', async (_where, act) => {
    const { child, ended, saw } = await runWithCheck(act);
    await saw(/looping/, 'stderr');
    const sent = performance.now();
    child.kill('SIGINT');
    await ended;
    expect(child.signalCode).toBe('SIGINT');
    expect(performance.now() - sent).toBeLessThan(5_000);
  });

  it('ends a run with custom checks, which still writes a report', async () => {
    const { child, ended, saw, report } = await runWithCheck({
      // The timer fires during the wait, when no code of the file runs.
      inCheck: 'setTimeout(() => process.stderr.write("waiting\\n"), 300); await wait(60_000, "a minute");',
    });
    await saw(/waiting/, 'stderr');
    child.kill('SIGINT');
    expect((await ended).status).toBe(130);
    expect((await report()).verdict.outcome).toBe('interrupted');
  });
});
