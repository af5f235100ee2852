import { expect } from 'vitest';
import type { Change } from '../../reference-server/index.ts';
import { variants } from '../../reference-server/variants/index.ts';
import { defaultSettings, type Settings } from '../../src/config/settings.ts';
import { createRandom } from '../../src/engine/session.ts';
import type { Clock } from '../../src/exchange/clock.ts';
import { runInMemory } from '../support/in-memory.ts';
import { idsWith } from '../support/run-against.ts';
import { createGuestBook, keeping } from './guest-book.ts';
import { aboutLimits } from './matrix.ts';
import { createVirtualClock } from './virtual-clock.ts';

/** The whole form; `npm run test:all` takes every seventh of these. */
export const runs = 100;
/** Every so many runs everything is sent, at a Limit of 60; else what is about limits, at one of 30. */
const wholeEvery = 20;

interface Scene {
  readonly changes: readonly Change[];
  readonly clock: Clock;
  /** The clock that the server goes by, where it is another. */
  readonly serverClock?: { readonly now: () => number };
}

/** Makes every `step`th of the runs; nothing may be found, nothing sent while limited, and the verdict is one. */
export async function expectNoAlarm(sceneOf: (index: number) => Scene, step: number): Promise<void> {
  for (let index = 0; index < runs; index += step) {
    const scene = sceneOf(index);
    const whole = index % wholeEvery === 0;
    const concurrency = index % 2 === 0 ? defaultSettings().concurrency : 1;
    const settings = { ...(whole ? {} : aboutLimits), concurrency, seed: index, maxWaitSeconds: 600 };
    const { report, book } = await play(scene, settings, whole ? 60 : 30);
    const blamed = report.findings.map((one) => `${one.signature}: ${one.received}`);
    expect(blamed, `run ${index}`).toEqual([]);
    expect(idsWith(report, 'fail', 'warn'), `run ${index}`).toEqual([]);
    expect(report.kitFaults, `run ${index}`).toEqual([]);
    expect(report.verdict.outcome, `run ${index}`).toBe('conforms');
    // What was under way when a 429 was read cannot be called back: at most all but one, once for each pause.
    const underWay = (concurrency - 1) * report.waits.length;
    expect(book.counts.whileLimited, `run ${index}`).toBeLessThanOrEqual(underWay);
  }
}

/** One run against a scene, at a quota of so many requests a minute. */
export async function play(
  { changes, clock, serverClock }: Scene,
  settings: Partial<Settings>,
  minute: number,
) {
  const book = createGuestBook();
  const { report } = await runInMemory(
    {
      plans: { free: { minute, day: 1_000 } },
      clock: serverClock ?? clock,
      change: [...changes, keeping(book)],
    },
    settings,
    { clock },
  );
  return { report, book };
}

const designs = ['clock-windows', 'sliding-log', 'sliding-counter', 'token-bucket', 'gcra'];

/** A fixed window, or another of the usual designs, by turns. */
function designOf(index: number): readonly Change[] {
  const id = designs[index % (designs.length + 1)];
  return id === undefined ? [] : [changeOf(id)];
}

/** What makes the variant of that name of a server. */
export function changeOf(id: string): Change {
  const change = variants.find((variant) => variant.id === id)?.change;
  if (change === undefined) throw new Error(`there is no variant ${id}`);
  return change;
}

/** Another client, which makes up to three requests for each that arrives, as often as it likes. */
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

/** Lets time pass before each answer. */
function delayed(clock: Clock, ms: () => number): Change {
  return (parts) => ({
    finish: async (response, visit) => {
      const finished = await parts.finish(response, visit);
      await clock.sleep(ms());
      return finished;
    },
  });
}

/** Lets the window turn over just before one request is counted. */
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

/** When a run begins: each six tenths of a second further into the minute than the one before. */
const beginOf = (index: number): number => Date.UTC(2026, 0, 5, 10, 7) + index * 600;

/** What may happen by chance, each told as a scene for each run. */
export const chances: readonly (readonly [title: string, sceneOf: (index: number) => Scene])[] = [
  [
    'while another client spends the same key at random',
    (index) => ({
      clock: createVirtualClock({ start: beginOf(index), perReading: index % 30 }),
      changes: [...designOf(index), another(createRandom(index))],
    }),
  ],
  [
    'with answers that are delayed by up to 500 ms at random',
    (index) => {
      const clock = createVirtualClock({ start: beginOf(index) });
      const random = createRandom(index);
      return { clock, changes: [...designOf(index), delayed(clock, () => random() * 500)] };
    },
  ],
  [
    'wherever in the run the window turns over',
    (index) => {
      const clock = createVirtualClock();
      return { clock, changes: [changeOf('clock-windows'), turnsOverAt(clock, index + 1)] };
    },
  ],
  [
    'where the clock of the target is ten minutes off',
    (index) => {
      const clock = createVirtualClock({ start: beginOf(index) });
      const off = index % 4 < 2 ? 600_000 : -600_000;
      return { clock, serverClock: { now: () => clock.now() + off }, changes: designOf(index) };
    },
  ],
  [
    'where each answer takes a second',
    (index) => {
      const clock = createVirtualClock({ start: beginOf(index) });
      return { clock, changes: [...designOf(index), delayed(clock, () => 1_000)] };
    },
  ],
];
