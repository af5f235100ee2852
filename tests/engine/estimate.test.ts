import { describe, expect, it } from 'vitest';
import { dryRun, timeOf } from '../../src/engine/plan.ts';
import type { RunEvent } from '../../src/report/model/events.ts';
import type { Plan } from '../../src/report/model/report.ts';
import { createVirtualClock } from '../limiters/virtual-clock.ts';
import { runAgainst, settingsFor } from '../support/run-against.ts';

const fast = { withoutKey: 24, concurrency: 4, roundTripMs: 10 };

describe('the estimate of how long a run takes', () => {
  it.each([
    ['a proof waits for one window', { withKey: 62, proven: true, limit: 60, remaining: 59 }, 62],
    ['a window begun long ago is no longer', { withKey: 62, proven: true, limit: 60, remaining: 20 }, 62],
    ['a tiny limit needs many windows', { withKey: 62, proven: true, limit: 8, remaining: 7 }, 434],
    ['what fits the window waits for none', { withKey: 39, proven: false, limit: 60, remaining: 59 }, 1],
    ['what does not fit it waits', { withKey: 80, proven: false, limit: 60, remaining: 59 }, 62],
  ])('%s', (_what, course, seconds) => {
    expect(timeOf({ ...fast, ...course, secondsToReset: 60 }).seconds).toBe(seconds);
  });

  it('is that of the sending where that takes longer', () => {
    const slow = { ...fast, concurrency: 1, roundTripMs: 2_000 };
    expect(timeOf({ ...slow, withKey: 62, proven: true, secondsToReset: 60 }).seconds).toBe(174);
  });

  it('is left out where a window has to be waited for and no answer told its length', () => {
    expect(timeOf({ ...fast, withKey: 62, proven: true, limit: 60 }).seconds).toBeUndefined();
    expect(timeOf({ ...fast, withKey: 30, proven: false }).seconds).toBe(1);
  });
});

describe('the plan of a run', () => {
  it('tells no time before the first answer, and then that of the target', async () => {
    const plans: Plan[] = [];
    const listen = (event: RunEvent) => {
      if (event.type === 'plan') plans.push(event.plan);
    };
    const clock = createVirtualClock();
    await runAgainst({ minuteMs: 4_000 }, { plan: 'free' }, { listen, clock });
    expect(plans.map(({ seconds }) => seconds)).toEqual([undefined, expect.any(Number)]);
    expect(plans[1]?.seconds).toBeLessThan(10);
  });

  it('tells the time of a dry run by the minute of the specification', async () => {
    const { plan } = await dryRun(settingsFor('http://127.0.0.1:9/v1', { plan: 'free' }));
    expect(plan.seconds).toBe(62);
  });
});
