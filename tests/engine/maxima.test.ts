import { describe, expect, it } from 'vitest';
import type { Settings } from '../../src/config/settings.ts';
import { run } from '../../src/engine/run.ts';
import { createRandom } from '../../src/engine/session.ts';
import type { Clock } from '../../src/exchange/clock.ts';
import type { RequestPlan } from '../../src/report/model/report.ts';
import { beyondMaxima } from '../gallery/judge-row.ts';
import { createVirtualClock } from '../limiters/virtual-clock.ts';
import { dispatcherTo } from '../support/in-memory-dispatcher.ts';
import { settingsFor } from '../support/run-against.ts';
import { inTiers } from '../support/tiers.ts';

/** What a server shows in a response: the status and, optionally, rate-limit headers. */
interface Shown {
  readonly status: number;
  readonly limit?: number;
  readonly remaining?: number;
}

/** Decides how to respond to the request with this number, counted from 1. */
type Decide = (request: { readonly number: number; readonly isPost: boolean; readonly now: number }) => Shown;

/** Runs the kit against a server that ignores keys and bodies, and counts what the kit sends. */
async function attackedBy(decide: Decide, given: Partial<Settings> = {}) {
  const clock = createVirtualClock();
  const counted = { requests: 0, accepted: 0, whileLimited: 0 };
  const stored: unknown[] = [];
  const plans: RequestPlan[] = [];
  const openDispatcher = () =>
    dispatcherTo(async ({ method }) => {
      const isPost = method === 'POST';
      const shown = decide({ number: ++counted.requests, isPost, now: clock.now() });
      const { status } = shown;
      const category = { id: stored.length, name: `category ${stored.length}` };
      if (isPost && status < 300) stored.push(category);
      counted.accepted = stored.length;
      const problem = { code: 'none', message: 'none', status };
      const json = status >= 300 ? problem : isPost ? category : stored;
      return { status, headers: headersOf(shown, clock), body: Buffer.from(JSON.stringify(json)) };
    });
  const report = await run(settingsFor('http://in-memory.test/v1', given), {
    clock,
    openDispatcher,
    listen: (event) => {
      if (event.type === 'plan') plans.push(event.plan);
    },
  });
  return { report, counted, plans };
}

function headersOf({ limit, remaining = 0 }: Shown, clock: Clock): (readonly [string, string])[] {
  const always = [
    ['Content-Type', 'application/json'],
    ['Date', new Date(clock.now()).toUTCString()],
  ] as const;
  if (limit === undefined) return [...always];
  return [
    ...always,
    ['X-RateLimit-Limit', String(limit)],
    ['X-RateLimit-Remaining', String(remaining)],
    ['X-RateLimit-Reset', String(Math.ceil(clock.now() / 60_000) * 60)],
  ];
}

async function expectWithinMaxima(decide: Decide, given: Partial<Settings> = {}) {
  const { report, counted, plans } = await attackedBy(decide, given);
  expect(plans.at(-1)).toEqual(report.plan);
  for (const plan of plans) expect(beyondMaxima({ report: { ...report, plan }, counted })).toEqual([]);
  expect(report.kitFaults).toEqual([]);
  return { report, counted };
}

const served = (isPost: boolean) => (isPost ? 201 : 200);
const falling = (number: number) => ({ limit: 60, remaining: 60 - (number % 61) });

/** Accepts everything, and shows no limit. */
const naive: Decide = ({ isPost }) => ({ status: served(isPost) });

const violators: readonly (readonly [string, Decide])[] = [
  ['accepts everything, and shows no limit', naive],
  [
    'accepts everything, even beyond its limit',
    ({ number, isPost }) => ({ status: served(isPost), ...falling(number) }),
  ],
  [
    'alternates between 201 and 500',
    ({ number, isPost }) => ({ status: number % 2 === 1 ? served(isPost) : 500 }),
  ],
  [
    'alternates between 201 and 500, even beyond its limit',
    ({ number, isPost }) => ({ status: number % 2 === 1 ? served(isPost) : 500, ...falling(number) }),
  ],
  [
    'alternates between 201 and 503, even beyond its limit',
    ({ number, isPost }) => ({ status: number % 2 === 1 ? served(isPost) : 503, ...falling(number) }),
  ],
  [
    'shows a new limit each time',
    ({ number, isPost }) => ({ status: served(isPost), limit: number, remaining: 1 }),
  ],
  [
    'shows a higher limit after its first response',
    ({ number, isPost }) => ({
      status: served(isPost),
      limit: number === 1 ? 60 : 1_000,
      remaining: 1_000 - number,
    }),
  ],
];

/** Returns a server that picks at random, for each response, the status and whether it shows a limit. */
function drawnFrom(seed: number): Decide {
  const random = createRandom(seed * 7_919 + 1);
  const statuses = [0, 0, 400, 401, 404, 429, 500, 503, 504];
  const weights = statuses.map((status) => (status === 429 ? 0.05 : 1) * random() ** 4);
  const ends = weights.map((_one, index) => weights.slice(0, index + 1).reduce((sum, one) => sum + one));
  const total = ends.at(-1) ?? 1;
  const limit = [10, 60, 300][Math.floor(random() * 3)] ?? 60;
  const [shows, counts] = [random() + 0.3, random() < 0.7];
  return ({ number, isPost }) => {
    const at = random() * total;
    const status = statuses[ends.findIndex((end) => at < end)] ?? 0;
    const remaining = counts ? limit - (number % (limit + 1)) : Math.floor(random() * limit);
    return { status: status || served(isPost), ...(random() < shows ? { limit, remaining } : {}) };
  };
}

/** The gallery also compares the counts of all its servers with these maxima (`tests/gallery/judge-row.ts`). */
describe('a run never exceeds a maximum that it announced', () => {
  it.each(violators)('against a server that %s', async (_what, decide) => {
    await expectWithinMaxima(decide);
    await expectWithinMaxima(decide, { profile: 'gentle', maxRequests: 40, maxCreates: 5 });
    await expectWithinMaxima(decide, { exhaust: false, maxWaitSeconds: 3_000 });
  });

  for (const { rows, options } of inTiers(
    Array.from({ length: 120 }, (_one, seed) => seed),
    12,
  ))
    it.each(rows)('against a server with random responses: seed %i', options, async (seed) => {
      await expectWithinMaxima(drawnFrom(seed), { maxWaitSeconds: 600 });
    });

  it('because the queue ends the run at the maximum', async () => {
    // Refuses every second request with a 503, so a retry that is sent after a single served list is refused again.
    const shedding: Decide = ({ number, isPost }) => ({
      status: number % 2 === 1 ? served(isPost) : 503,
      ...falling(number),
    });
    const { report, counted } = await expectWithinMaxima(shedding, {
      only: 'auth.*',
      maxWaitSeconds: 90_000,
    });
    expect(counted.requests).toBe(report.plan.atMost);
  });
});
