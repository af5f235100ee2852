import { expect } from 'vitest';
import type { Change } from '../../reference-server/index.ts';
import { variants } from '../../reference-server/variants/index.ts';
import { defaultSettings, type Settings } from '../../src/config/settings.ts';
import { createRandom } from '../../src/engine/session.ts';
import type { Clock } from '../../src/exchange/clock.ts';
import { aboutLimits } from '../gallery/rows/limiters.ts';
import { runInMemory } from '../support/in-memory.ts';
import { idsWith } from '../support/run-against.ts';
import { createRequestLog, logging } from './request-log.ts';
import { createVirtualClock } from './virtual-clock.ts';

/** The number of runs; `npm run test:all` executes only every seventh. */
export const runs = 100;
/** Every twentieth run makes all checks, with a Limit of 60. The others check only limits, with a Limit of 30. */
const wholeEvery = 20;

/** How many of a hundred runs may end early because another client uses up the quota of the key. */
const maxEndedEarly = 8;
/**
 * How many of a hundred runs may report `limit.recovers` because another client uses the key. A window that begins at
 * Reset cannot be used up before it begins, but some limiters refill earlier.
 */
const maxTakenEarly = 1;
/** The verdict of a run that ended early because it got too many 429s, in total or in a row. */
const endedEarlyBy429 = /^The run ended early: (?:8 requests returned 429|still 429 after 4 waits)/;

interface Scenario {
  readonly changes: readonly Change[];
  readonly clock: Clock;
  /** The server's clock, if it differs from the kit's. */
  readonly serverClock?: { readonly now: () => number };
  /** Whether another client uses the key. */
  readonly isShared?: boolean;
}

/**
 * Makes every `step`th run, and checks that nothing is reported, nothing is sent while limited, and the verdict is right.
 */
export async function expectNoAlarm(scenarioOf: (index: number) => Scenario, step: number): Promise<void> {
  let endedEarly = 0;
  let takenEarly = 0;
  for (let index = 0; index < runs; index += step) {
    const scenario = scenarioOf(index);
    const whole = index % wholeEvery === 0;
    const concurrency = index % 2 === 0 ? defaultSettings().concurrency : 1;
    const settings = { ...(whole ? {} : aboutLimits), concurrency, seed: index, maxWaitSeconds: 600 };
    const { report, requestLog } = await runScenario(scenario, settings, whole ? 60 : 30);
    const isTakenEarly = idsWith(report, 'fail', 'warn').join() === 'limit.recovers';
    if (isTakenEarly && scenario.isShared && ++takenEarly <= maxTakenEarly) continue;
    const blamed = report.findings.map((one) => `${one.signature}: ${one.received}`);
    expect(blamed, `run ${index}`).toEqual([]);
    expect(idsWith(report, 'fail', 'warn'), `run ${index}`).toEqual([]);
    expect(report.kitFaults, `run ${index}`).toEqual([]);
    // Requests that are in flight when a 429 is read cannot be canceled. For each pause, there are at most `concurrency -
    // 1` of them.
    const inFlight = (concurrency - 1) * report.waits.length;
    expect(requestLog.counts.whileLimited, `run ${index}`).toBeLessThanOrEqual(inFlight);
    const { outcome, sentence } = report.verdict;
    const isEarly = endedEarlyBy429.test(sentence);
    if (isEarly && scenario.isShared && ++endedEarly <= Math.ceil(maxEndedEarly / step)) continue;
    if (!whole) expect(outcome, `run ${index}`).toBe('passed');
  }
}

/** Runs the kit in a scenario, with a quota of `minute` requests a minute. */
export async function runScenario(
  { changes, clock, serverClock }: Scenario,
  settings: Partial<Settings>,
  minute: number,
) {
  const requestLog = createRequestLog();
  const { report } = await runInMemory(
    {
      plans: { free: { minute, day: 1_000 } },
      clock: serverClock ?? clock,
      change: [...changes, logging(requestLog)],
    },
    settings,
    { clock },
  );
  return { report, requestLog };
}

const designs = ['clock-windows', 'sliding-log', 'sliding-counter', 'token-bucket', 'gcra'];

/** Cycles through a fixed window and the other usual designs. */
function designOf(index: number): readonly Change[] {
  const id = designs[index % (designs.length + 1)];
  return id === undefined ? [] : [changeOf(id)];
}

/** Returns the change of the variant with this id. */
export function changeOf(id: string): Change {
  const change = variants.find((variant) => variant.id === id)?.change;
  if (change === undefined) throw new Error(`There is no variant ${id}.`);
  return change;
}

/**
 * Adds another client. For each request that arrives, it makes up to three requests, with a probability chosen at random.
 */
function another(random: () => number): Change {
  const often = random();
  return ({ limiter }) => ({
    limiter: {
      ...limiter,
      take: (bucket, now) => {
        let wanted = random() < often ? Math.ceil(random() * 3) : 0;
        while (bucket.kind === 'key' && wanted-- > 0 && limiter.show(bucket, now).shown.remaining > 0)
          limiter.take(bucket, now);
        return limiter.take(bucket, now);
      },
    },
  });
}

/** Delays each response. */
function delayed(clock: Clock, ms: () => number): Change {
  return (parts) => ({
    finish: async (response, visit) => {
      const finished = await parts.finish(response, visit);
      await clock.sleep(ms());
      return finished;
    },
  });
}

/** Ends the window just before one request is counted. */
function turnsOverAt(clock: Clock, request: number): Change {
  let counted = 0;
  return (parts) => ({
    limiter: {
      ...parts.limiter,
      take: (bucket, now) => {
        if (++counted === request) void clock.sleep(60_000 - (now % 60_000));
        return parts.limiter.take(bucket, counted === request ? clock.now() : now);
      },
    },
  });
}

/** Returns the start of a run, which is 0.6 s later in the minute than the start of the previous run. */
const beginOf = (index: number): number => Date.UTC(2026, 0, 5, 10, 7) + index * 600;

/** Kinds of random conditions, each with a function that returns the scenario of a run. */
export const randomScenarios: readonly (readonly [title: string, scenarioOf: (index: number) => Scenario])[] =
  [
    [
      'while another client uses the same key at random',
      (index) => ({
        clock: createVirtualClock({ start: beginOf(index), perReading: index % 30 }),
        changes: [...designOf(index), another(createRandom(index))],
        isShared: true,
      }),
    ],
    [
      'with responses delayed by up to 500 ms at random',
      (index) => {
        const clock = createVirtualClock({ start: beginOf(index) });
        const random = createRandom(index);
        return { clock, changes: [...designOf(index), delayed(clock, () => random() * 500)] };
      },
    ],
    [
      'wherever in the run the window ends',
      (index) => {
        const clock = createVirtualClock();
        return { clock, changes: [changeOf('clock-windows'), turnsOverAt(clock, index + 1)] };
      },
    ],
    [
      "with the target's clock ten minutes off",
      (index) => {
        const clock = createVirtualClock({ start: beginOf(index) });
        const off = index % 4 < 2 ? 600_000 : -600_000;
        return { clock, serverClock: { now: () => clock.now() + off }, changes: designOf(index) };
      },
    ],
    [
      'with a second per response',
      (index) => {
        const clock = createVirtualClock({ start: beginOf(index) });
        return { clock, changes: [...designOf(index), delayed(clock, () => 1_000)] };
      },
    ],
  ];
