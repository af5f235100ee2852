import { expect, test } from 'vitest';
import { run } from '../../../src/engine/run.ts';
import type { RunContext } from '../../../src/engine/session.ts';
import { createVirtualClock } from '../../limiters/virtual-clock.ts';
import { startInMemory } from '../../support/in-memory.ts';
import { settingsFor, testKey } from '../../support/run-against.ts';

type Opened = ReturnType<NonNullable<RunContext['openDispatcher']>>;

/** Throws on the nth call. */
function atThe(call: number): () => void {
  let calls = 0;
  return () => {
    if (++calls === call) throw new Error('it broke');
  };
}

/** Functions that throw while a request is in flight. */
const broken: readonly (readonly [string, (opened: Opened) => RunContext])[] = [
  [
    'the listener',
    () => {
      const count = atThe(10);
      return { listen: ({ type }) => type === 'exchange' && count() };
    },
  ],
  [
    'the end of a connection',
    (opened) => {
      const count = atThe(3);
      const dispatch: Opened['dispatch'] = (...sent) => opened.dispatch(...sent);
      return { openDispatcher: () => ({ dispatch, destroy: async () => count() }) };
    },
  ],
];

test.each(broken)('the run ends with an internal error if %s throws', async (_what, contextOf) => {
  const clock = createVirtualClock();
  const { url, openDispatcher } = startInMemory({ keys: [{ key: testKey, plan: 'free' }], clock });
  const opened = openDispatcher({ base: new URL(url), timeoutMs: 1_000 });
  const report = await run(settingsFor(url), { clock, openDispatcher: () => opened, ...contextOf(opened) });
  expect(report.kitFaults).toEqual([expect.stringMatching(/: Error: it broke$/)]);
});
