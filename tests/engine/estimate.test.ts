import { describe, expect, it } from 'vitest';
import { dryRun, timeOf } from '../../src/engine/plan.ts';
import type { RunEvent } from '../../src/report/model/events.ts';
import type { Plan } from '../../src/report/model/report.ts';
import { createVirtualClock } from '../limiters/virtual-clock.ts';
import { runAgainst, settingsFor } from '../support/run-against.ts';

const fast = { withoutKey: 24, concurrency: 4, roundTripMs: 10 };

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

  it('is the time to send, if that is longer', () => {
    const slow = { ...fast, concurrency: 1, roundTripMs: 2_000 };
    expect(timeOf({ ...slow, withKey: 62, proven: true, secondsToReset: 60 }).seconds).toBe(174);
  });

  it('is missing if the run has to wait for a window of unknown length', () => {
    expect(timeOf({ ...fast, withKey: 62, proven: true, limit: 60 }).seconds).toBeUndefined();
    expect(timeOf({ ...fast, withKey: 30, proven: false }).seconds).toBe(1);
  });
});

describe('the plan of a run', () => {
  it('has no time before the first response, and the time for this target after it', async () => {
    const plans: Plan[] = [];
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
