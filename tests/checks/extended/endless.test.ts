// @module-tag extended
import { expect, it } from 'vitest';
import { runWithCheck } from '../check-file.ts';

it('ends a check or a rule that loops forever after ten seconds, with a report that blames the file', async () => {
  const loops = await Promise.all([
    runWithCheck({ rule: 'for (;;);' }),
    runWithCheck({ inCheck: 'for (;;);' }),
    runWithCheck({
      inCheck: 'await new Promise((resolve) => setTimeout(resolve, 100)); for (;;) await null;',
    }),
    runWithCheck({ inCheck: 'setTimeout(() => { for (;;); }); await new Promise(() => {});' }),
    // Most of the time, only code of Node.js is on the stack.
    runWithCheck({
      inCheck: 'const again = () => process.nextTick(again); again(); await new Promise(() => {});',
    }),
  ]);
  const judgment = loops.map(async ({ ended, report }) => {
    const { status, stderr } = await ended;
    expect(status, stderr).toBe(3);
    const { checkFaults, kitFaults, verdict } = await report();
    expect(kitFaults).toEqual([]);
    expect(verdict).toMatchObject({ outcome: 'could not be tested', exitStatus: 3 });
    return checkFaults?.[0];
  });
  expect(await Promise.all(judgment)).toEqual([
    expect.stringMatching(/guide\.mjs.*did not return within 10 s/),
    expect.stringMatching(/guide\.mjs did not return within 10 s after an await, at file:.*guide\.mjs:\d+$/),
    expect.stringMatching(/guide\.mjs did not return within 10 s after an await, at file:.*guide\.mjs:\d+$/),
    expect.stringMatching(/guide\.mjs did not return within 10 s after an await, at file:.*guide\.mjs:\d+$/),
    expect.stringMatching(/guide\.mjs did not return within 10 s after an await, at file:.*guide\.mjs:\d+$/),
  ]);
});

it('handles Ctrl-C during a loop after an await once the loop is ended', async () => {
  const { child, ended, saw, report } = await runWithCheck({
    inCheck: 'process.stderr.write("looping\\n"); for (;;);',
  });
  await saw(/looping/, 'stderr');
  child.kill('SIGINT');
  const { status, stderr } = await ended;
  expect(status, stderr).toBe(130);
  expect((await report()).verdict.outcome).toBe('interrupted');
});
