import { describe, expect, it } from 'vitest';
import { dryRun, timeOf } from '../../src/engine/plan.ts';
import { mostWithoutKey } from '../../src/engine/select.ts';
import type { RunEvent } from '../../src/report/model/events.ts';
import type { RequestPlan } from '../../src/report/model/report.ts';
import { createVirtualClock } from '../limiters/virtual-clock.ts';
import { runAgainst, settingsFor } from '../support/run-against.ts';

const fast = { withoutKey: 24, posts: 0, concurrency: 4, roundTripMs: 10 };

describe('the time estimate of a run', () => {
  it.each([
    ['the proof waits for one window', { withKey: 62, proven: true, limit: 60, remaining: 59 }, 62],
    ['a partly used window changes nothing', { withKey: 62, proven: true, limit: 60, remaining: 20 }, 62],
    ['a tiny limit needs many windows', { withKey: 62, proven: true, limit: 8, remaining: 7 }, 434],
    [
      'requests that fit into the window wait for none',
      { withKey: 39, proven: false, limit: 60, remaining: 59 },
      1,
    ],
    [
      'requests that do not fit into the window wait',
      { withKey: 80, proven: false, limit: 60, remaining: 59 },
      62,
    ],
  ])('%s', (_what, course, seconds) => {
    expect(timeOf({ ...fast, ...course, secondsToReset: 60 }).seconds).toBe(seconds);
  });

  it('ends with a window if the time to send is longer', () => {
    const slow = { ...fast, concurrency: 1, roundTripMs: 2_000 };
    expect(timeOf({ ...slow, withKey: 62, proven: true, secondsToReset: 60 }).seconds).toBe(182);
  });

  it.each([
    ['free', 1.3, { limit: 60, withKey: 63 }, 150],
    ['pro', 0.8, { limit: 300, withKey: 303 }, 150],
    ['business', 0.3, { limit: 1_000, withKey: 1_003 }, 90],
  ])(
    'is that of a delayed server on plan %s, %d s per response',
    (_plan, delay, { limit, withKey }, most) => {
      const delayed = {
        withKey,
        withoutKey: mostWithoutKey,
        posts: 71,
        concurrency: 16,
        roundTripMs: delay * 1_000,
      };
      const { seconds } = timeOf({
        ...delayed,
        proven: true,
        limit,
        remaining: limit - 1,
        secondsToReset: 60,
      });
      expect(seconds).toBeLessThan(most);
      expect(seconds).toBeGreaterThan(60);
    },
  );

  it('is missing if the run has to wait for a window of unknown length', () => {
    expect(timeOf({ ...fast, withKey: 62, proven: true, limit: 60 }).seconds).toBeUndefined();
    expect(timeOf({ ...fast, withKey: 30, proven: false }).seconds).toBe(1);
  });
});

describe('the plan of a run', () => {
  it('has no time before the first response, and the time for this target after it', async () => {
    const plans: RequestPlan[] = [];
    const listen = (event: RunEvent) => {
      if (event.type === 'plan') plans.push(event.plan);
    };
    const clock = createVirtualClock();
    await runAgainst({ minuteMs: 4_000 }, { plan: 'free' }, { listen, clock });
    expect(plans.map(({ seconds }) => seconds)).toEqual([undefined, expect.any(Number)]);
    expect(plans[1]?.seconds).toBeLessThan(10);
  });

  it("has the time of a dry run, based on the specification's minute", async () => {
    const { plan } = await dryRun(settingsFor('http://127.0.0.1:9/v1', { plan: 'free' }));
    expect(plan.seconds).toBe(62);
  });
});
