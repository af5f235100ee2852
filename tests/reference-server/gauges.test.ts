import { describe, expect, test } from 'vitest';
import { fixedWindow } from '../../reference-server/gauge.ts';
import { clockWindow } from '../../reference-server/variants/gauges/clock-window.ts';
import { gcra } from '../../reference-server/variants/gauges/gcra.ts';
import { slidingCounter } from '../../reference-server/variants/gauges/sliding-counter.ts';
import { slidingLog } from '../../reference-server/variants/gauges/sliding-log.ts';
import { tokenBucket } from '../../reference-server/variants/gauges/token-bucket.ts';

const gauges = [
  ['fixed window', fixedWindow],
  ['clock window', clockWindow],
  ['sliding log', slidingLog('oldest')],
  ['sliding log, full', slidingLog('newest')],
  ['sliding counter', slidingCounter],
  ['token bucket', tokenBucket],
  ['GCRA', gcra],
] as const;

/** Returns a function that returns integers below `bound`, which are the same in each run. */
function randomIntegers(): (bound: number) => number {
  let state = 42;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % bound;
  };
}

describe.each(gauges)('The %s', (_name, makeGauge) => {
  test.each([
    [60, 60_000],
    [7, 1_000],
    [1, 500],
    [1_000, 86_400_000],
  ])('allows exactly %d requests in %d ms', (limit, spanMs) => {
    const random = randomIntegers();
    const gauge = makeGauge(limit, spanMs);
    let now = 1_800_000_000_000 + random(spanMs);
    /** Collects every wrong step as a message, because an `expect` for each step would take most of the test's time. */
    const wrong: string[] = [];
    const check = (holds: boolean, what: string) => {
      if (!holds) wrong.push(`${what}, at ${now}`);
    };
    expect(Math.floor(gauge.left(now))).toBe(limit);
    for (let step = 0; step < 3_000; step += 1) {
      if (gauge.left(now) >= 1) gauge.take(now);
      else {
        const freeAt = gauge.freeAt(now);
        check(freeAt > now, `free again in ${freeAt - now} ms`);
        now = freeAt;
        check(gauge.left(now) >= 1, 'not free when promised');
      }
      const left = Math.floor(gauge.left(now));
      check(left >= 0 && left <= limit, `${left} are left`);
      const resetsIn = gauge.resetAt(now) - now;
      check(resetsIn >= 0 && resetsIn <= spanMs + 1, `it resets in ${resetsIn} ms`);
      if (random(4) === 0) now += random(Math.ceil((2 * spanMs) / limit));
    }
    expect(wrong).toEqual([]);
    now += 2 * spanMs;
    expect(Math.floor(gauge.left(now))).toBe(limit);
  });
});
