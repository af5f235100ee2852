// @module-tag extended
import { expect, it } from 'vitest';
import { runWithCheck } from '../check-file.ts';

/** Blocks without using the processor: most of these loops run at the same time. */
const atLoad = 'const nap = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);';

it('ends a check or a rule that loops forever after ten seconds, with a report that blames the file, also after Ctrl-C', async () => {
  const interrupted = await runWithCheck({
    atLoad,
    inCheck: 'process.stderr.write("looping\\n"); for (;;) nap();',
  });
  const loops = await Promise.all([
    runWithCheck({ atLoad, rule: 'for (;;) nap();' }),
    runWithCheck({ inCheck: 'for (;;);' }),
    runWithCheck({
      atLoad,
      inCheck: 'await new Promise((resolve) => setTimeout(resolve, 100)); for (;;) { nap(); await null; }',
    }),
    runWithCheck({
      atLoad,
      inCheck: 'setTimeout(() => { for (;;) nap(); }); await new Promise(() => {});',
    }),
    // Most of the time, only code of Node.js is on the stack.
    runWithCheck({
      inCheck: 'const again = () => process.nextTick(again); again(); await new Promise(() => {});',
    }),
  ]);
  // Ctrl-C is handled once the loop is ended.
  await interrupted.saw(/looping/, 'stderr');
  interrupted.child.kill('SIGINT');
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
  const { status, stderr } = await interrupted.ended;
  expect(status, stderr).toBe(130);
  expect((await interrupted.report()).verdict.outcome).toBe('interrupted');
});
