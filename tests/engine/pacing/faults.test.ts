import { describe, expect, it } from 'vitest';
import { plainList } from '../../../src/checks/requests.ts';
import { defaultSettings } from '../../../src/config/settings.ts';
import { createLane, type LaneOptions } from '../../../src/engine/pacing/lane.ts';
import { createSharedClock } from '../../gallery/shared-clock.ts';
import { freshReadings } from '../../support/readings.ts';
import { responded } from '../../support/responses.ts';
import { runAgainst } from '../../support/run-against.ts';
import { inTiers } from '../../support/tiers.ts';

const broken = (): never => {
  throw new TypeError('broken inside');
};

/** Creates a queue with one part that throws, and collects its reported errors. */
function queueWith(part: Partial<LaneOptions>) {
  const faults: unknown[] = [];
  const queue = createLane({
    client: { exchange: async () => responded({ at: 0 }), open: async () => {}, close: async () => {} },
    clock: createSharedClock(),
    settings: { ...defaultSettings(), concurrency: 2, maxRequests: 100, maxWaitSeconds: 60 },
    exhaust: true,
    random: () => 0.5,
    readings: freshReadings(),
    onExchange: () => {},
    onFault: (error) => faults.push(error),
    listen: () => {},
    ...part,
  });
  return { queue, faults };
}

const wanted = { purpose: 'a list', sentFor: 'list.ok', priority: 1, make: plainList };

describe('an error inside the queue', () => {
  const parts: readonly (readonly [where: string, part: Partial<LaneOptions>])[] = [
    ['the client', { client: { exchange: broken, open: async () => {}, close: async () => {} } }],
    ['the readings', { readings: { ...freshReadings(), see: broken } }],
    ['the listener', { listen: broken }],
    ['the judge', { onExchange: broken }],
    ['a wait', { heldMs: 5_000, listen: broken }],
  ];

  it.each(parts)('in %s ends every request, whether sent or waiting', async (_where, part) => {
    const { queue, faults } = queueWith(part);
    const sent = await Promise.allSettled(Array.from({ length: 6 }, () => queue.send(wanted)));
    await Promise.all([queue.prove(), queue.settled()]);
    expect(sent.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
    expect(queue.stopped()).toMatchObject({ kind: 'fault' });
    expect(faults[0]).toMatchObject({ message: 'broken inside' });
  });
});

describe('an internal error', () => {
  it.each([1, 3, 30, 'finished'] as const)(
    'in the listener, at event %s, leads to a report and exit status 3',
    async (at) => {
      let events = 0;
      const { report } = await runAgainst(
        {},
        {},
        {
          listen: ({ type }) => {
            if (++events === at || type === at) broken();
          },
        },
      );
      expect(report.kitFaults).toEqual(['the listener of the run: TypeError: broken inside']);
      expect(report.verdict.exitStatus).toBe(3);
    },
  );

  for (const { rows, options } of inTiers([30, 40, 41, 42, 100, 200, 400, 800], 4))
    it.each(rows)('at clock reading %i leads to a report and exit status 3', options, async (at) => {
      const clock = createSharedClock();
      let readings = 0;
      const monotonic = () => (++readings === at ? broken() : clock.monotonic());
      const { report } = await runAgainst({ clock }, {}, { clock: { ...clock, monotonic } });
      expect(report.kitFaults[0]).toMatch(/broken inside$/);
      expect(report.verdict.exitStatus).toBe(3);
    });
});
