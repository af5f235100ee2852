import { describe, expect, it } from 'vitest';
import { fixedWindow, type MakeGauge } from '../../reference-server/gauge.ts';
import { clockWindow } from '../../reference-server/variants/gauges/clock-window.ts';
import { gcra } from '../../reference-server/variants/gauges/gcra.ts';
import { slidingCounter } from '../../reference-server/variants/gauges/sliding-counter.ts';
import { slidingLog } from '../../reference-server/variants/gauges/sliding-log.ts';
import { tokenBucket } from '../../reference-server/variants/gauges/token-bucket.ts';
import { createRandom } from '../../src/engine/session.ts';
import { extendedTier } from '../support/tiers.ts';
import { judgeTraffic } from './simulated-traffic.ts';

const aMinute = 60_000;
const designs: readonly (readonly [title: string, make: MakeGauge])[] = [
  ['a fixed window', fixedWindow],
  ['a window aligned to the clock', clockWindow],
  ['a sliding counter', slidingCounter],
  ['a sliding log, with Reset when the oldest expires', slidingLog('oldest')],
  ['a sliding log, with Reset when all have expired', slidingLog('newest')],
  ['a token bucket', tokenBucket],
  ['the generic cell rate algorithm', gcra],
];

const pick = <Value>(values: readonly [Value, ...Value[]], share: number): Value =>
  values[Math.floor(share * values.length)] ?? values[0];

/** Judges a legal limiter at random latencies and limits, with or without other clients. Returns the false alarms. */
function alarmsIn(make: MakeGauge, runs: readonly number[]): string[] {
  return runs.flatMap((run) => {
    const random = createRandom(run * 7_919 + 13);
    const limit = pick([60, 60, 300, 30, 1_000], (run % 5) / 5);
    const { usage, enforcement } = judgeTraffic({
      gauge: make(limit, aMinute),
      isEnforced: true,
      latencyMs: pick([5, 50, 150, 300, 700, 1_300, 2_500], random()),
      inFlight: Math.ceil(random() * 16),
      before: Math.floor(random() * 70),
      others: random() < 0.5 ? 0 : random() * 0.9,
      random,
    });
    const isAlarm = usage.kind === 'unchanged' || enforcement.kind === 'not enforced';
    return isAlarm ? [`run ${run}: ${usage.kind}, ${enforcement.kind}`] : [];
  });
}

describe('a legal limiter never gets a finding, at any latency and with other clients', () => {
  const runs = Array.from({ length: 30 }, (_one, run) => run);
  // Every fifth run has a limit of 1,000, which takes ten times as long.
  const quick = runs.filter((run) => run % 5 !== 4 && run < 15);

  it.each(designs)('%s', (_title, make) => expect(alarmsIn(make, quick)).toEqual([]));
  it.each(designs)('%s, thirty times', extendedTier, (_title, make) =>
    expect(alarmsIn(make, runs)).toEqual([]),
  );
});

/** The limits and latencies at which the kit must decide whether a limit is enforced. */
const latencies = [
  [60, 150],
  [60, 1_300],
  [60, 2_500],
  [300, 800],
  [300, 1_500],
  [1_000, 300],
  [1_000, 400],
] as const;

const inFlightFor = (limit: number, latencyMs: number): number =>
  Math.min(16, Math.ceil((2 * limit * latencyMs) / aMinute));

describe('a fixed window whose limit is not enforced is found at ordinary latency', () => {
  it.each(latencies)('%i a minute, %i ms', (limit, latencyMs) => {
    for (let run = 0; run < 4; run++) {
      const { usage, enforcement } = judgeTraffic({
        gauge: fixedWindow(limit, aMinute),
        isEnforced: false,
        latencyMs,
        inFlight: inFlightFor(limit, latencyMs),
        before: 5,
        others: 0,
        random: createRandom(run),
      });
      expect(enforcement.kind, `run ${run}`).toBe('not enforced');
      expect(usage.kind, `run ${run}`).toBe('falls');
    }
  });
});

describe('lists that show a constant Remaining are found while creations count down', () => {
  it.each([
    [60, 5],
    [60, 150],
    [60, 500],
    [300, 50],
    [300, 150],
    [1_000, 5],
  ])('%i a minute, %i ms', (limit, latencyMs) => {
    for (let run = 0; run < 4; run++) {
      const { usage, enforcement } = judgeTraffic({
        gauge: fixedWindow(limit, aMinute),
        isEnforced: true,
        shown: () => limit - 3,
        latencyMs,
        inFlight: inFlightFor(limit, latencyMs),
        before: 40,
        others: 0,
        random: createRandom(run),
      });
      expect(usage.kind, `run ${run}`).toBe('unchanged');
      expect(enforcement.kind, `run ${run}`).toBe('proven');
    }
  });
});
