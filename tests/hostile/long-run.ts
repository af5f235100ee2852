import { startReferenceServer } from '../../reference-server/index.ts';
import { get, plainList, post } from '../../src/checks/requests.ts';
import { planAhead } from '../../src/engine/plan.ts';
import { catalogueOf, select } from '../../src/engine/select.ts';
import { openSession } from '../../src/engine/session.ts';
import type { HttpRequest } from '../../src/exchange/exchange.ts';
import type { Report } from '../../src/report/model/report.ts';
import { listCategories, orders } from '../../src/spec/operations.ts';
import { createSharedClock } from '../gallery/shared-clock.ts';
import { memoryInUse } from '../support/memory-in-use.ts';
import { settingsFor, testKey } from '../support/run-against.ts';

export interface LongRun {
  readonly report: Report;
  /** The memory in use after each quarter of the exchanges, in MB, once garbage has been collected. */
  readonly heldMb: readonly number[];
}

const limits = { minute: 500, day: 100_000_000 };

/** The requests, which are sent in rotation: lists, an invalid body, a list without the key, and a request for orders. */
const inTurn: readonly (() => HttpRequest)[] = [
  plainList,
  () => post(Buffer.from('{"description":"no name"}')),
  () => get(listCategories, 'none'),
  () => get(orders),
  plainList,
];

/**
 * Sends this many requests through a complete session in virtual time. Each reading of the clock advances it, so windows
 * end and Reset changes every few responses.
 */
export async function longRun(exchanges: number, keepExchanges: boolean): Promise<LongRun> {
  const clock = createSharedClock({ perReading: 500 });
  const server = await startReferenceServer({
    keys: [{ key: testKey, plan: 'free' }],
    plans: { free: limits },
    anonymous: limits,
    // With these categories, a list is about 60 KB long, so a leak is visible.
    seed: Array.from({ length: 58 }, (_, at) => ({ name: `${at} ${'x'.repeat(1_000)}` })),
    clock,
  });
  const settings = {
    ...settingsFor(server.url, { exhaust: false, keepExchanges, concurrency: 1 }),
    maxRequests: 2 * exchanges,
    maxWaitSeconds: 10 * exchanges,
  };
  try {
    const selection = select({ ...catalogueOf(), checks: [] }, settings);
    const session = openSession(settings, { clock }, selection);
    session.startJudging();
    const heldMb: number[] = [];
    for (let sent = 1; sent <= exchanges; sent++) {
      const make = inTurn[sent % inTurn.length] ?? plainList;
      await session.lane.send({
        purpose: 'a long run',
        sentFor: 'list.ok',
        priority: 1,
        creates: false,
        make,
      });
      if (sent % Math.floor(exchanges / 4) === 0) heldMb.push(memoryInUse() / 1024 / 1024);
    }
    const { plan } = await planAhead(selection, settings);
    return { report: await session.finish({ plan, tries: new Map() }), heldMb };
  } finally {
    await server.close();
  }
}
