import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Change } from '../../reference-server/index.ts';
import { runInMemory } from '../support/in-memory.ts';
import { idsWith } from '../support/run-against.ts';

/** A gateway that forwards so many requests a second, as limit_req of nginx without a burst, and answers 503 to the others. */
const forwarding =
  (perSecond: number): Change =>
  (parts, { now }) => {
    let forwardedAt = Number.NEGATIVE_INFINITY;
    const refused = new WeakSet<object>();
    return {
      bucket: (incoming, identity, route) => {
        if (now() - forwardedAt < 1000 / perSecond) refused.add(incoming);
        else forwardedAt = now();
        return parts.bucket(incoming, identity, route);
      },
      operations: {
        ...parts.operations,
        createCategory: async (visit) =>
          refused.has(visit.incoming) ? { status: 503, headers: [] } : parts.operations.createCategory(visit),
      },
      uncounted: (reply, visit) => refused.has(visit.incoming) || parts.uncounted(reply, visit),
      finish: async (answer, visit) => {
        await pause(1);
        return refused.has(visit.incoming)
          ? { status: 503, headers: [], body: Buffer.from('<html></html>') }
          : parts.finish(answer, visit);
      },
    };
  };

test.each([
  [10, 6, ['http.sheds-load']],
  [10, 1, []],
  [5, 1, []],
  [2, 6, ['http.sheds-load']],
  [1, 6, ['http.sheds-load']],
] as const)(
  'a gateway that forwards %i requests a second is blamed on no other row, %i in flight',
  async (perSecond, concurrency, rows) => {
    const { report } = await runInMemory({ change: [forwarding(perSecond)] }, { concurrency });
    expect(idsWith(report, 'fail', 'warn')).toEqual(rows);
  },
);
