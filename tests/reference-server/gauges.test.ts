import { describe, expect, test } from 'vitest';
import { fixedWindow } from '../../reference-server/limits/gauge.ts';
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

/** Whole numbers below `bound`, the same each time. */
function drawing(): (bound: number) => number {
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
  ])('keeps its word at %d in %d ms', (limit, spanMs) => {
    const draw = drawing();
    const gauge = makeGauge(limit, spanMs);
    let now = 1_800_000_000_000 + draw(spanMs);
    /** Every step that is not as it should be, in words: an expectation for each would take most of the time. */
    const wrong: string[] = [];
    const hold = (holds: boolean, what: string) => {
      if (!holds) wrong.push(`${what}, at ${now}`);
    };
    expect(Math.floor(gauge.left(now))).toBe(limit);
    for (let step = 0; step < 3_000; step += 1) {
      if (gauge.left(now) >= 1) gauge.take(now);
      else {
        const freeAt = gauge.freeAt(now);
        hold(freeAt > now, `free again in ${freeAt - now} ms`);
        now = freeAt;
        hold(gauge.left(now) >= 1, 'not free where it should be');
      }
      const left = Math.floor(gauge.left(now));
      hold(left >= 0 && left <= limit, `${left} are left`);
      const resetsIn = gauge.resetAt(now) - now;
      hold(resetsIn >= 0 && resetsIn <= spanMs + 1, `it resets in ${resetsIn} ms`);
      if (draw(4) === 0) now += draw(Math.ceil((2 * spanMs) / limit));
    }
    expect(wrong).toEqual([]);
    now += 2 * spanMs;
    expect(Math.floor(gauge.left(now))).toBe(limit);
  });

  test('takes a request back', () => {
    const gauge = makeGauge(10, 1_000);
    for (let taken = 0; taken < 10; taken += 1) gauge.take(5_000);
    expect(gauge.left(5_000)).toBeLessThan(1);
    gauge.putBack(5_000);
    expect(Math.floor(gauge.left(5_000))).toBe(1);
  });
});
