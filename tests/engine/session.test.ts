import { describe, expect, test } from 'vitest';
import type { Change } from '../../reference-server/changes/change.ts';
import { editResponses } from '../../reference-server/changes/edits.ts';
import type { Settings } from '../../src/config/settings.ts';
import { createRandom } from '../../src/engine/session.ts';
import type { Clock } from '../../src/exchange/clock.ts';
import type { RunEvent } from '../../src/report/model/events.ts';
import { createSharedClock } from '../gallery/shared-clock.ts';
import { runInMemory } from '../support/in-memory.ts';

const without = (...names: readonly string[]): Change =>
  editResponses(
    () => true,
    (response) => ({ ...response, headers: response.headers.filter(([name]) => !names.includes(name)) }),
  );
const noLimit = 'X-RateLimit-Limit is missing';
const narrow = { exhaust: false, only: 'headers.present' } as const;

/** Runs the kit with a listener, and returns the events about failures. */
async function failures(
  settings: Partial<Settings>,
  change: Change = without('X-RateLimit-Limit'),
  clock: Clock = createSharedClock(),
) {
  const events: RunEvent[] = [];
  const listen = (event: RunEvent) => events.push(event);
  const { report } = await runInMemory({ change }, { ...narrow, ...settings }, { listen, clock });
  expect(events.at(-1)).toEqual({ type: 'finished', report });
  expect(events[0]).toMatchObject({ type: 'plan', definite: false });
  return events.filter(({ type }) => type === 'failure');
}

describe('a failure is announced', () => {
  const failure = { type: 'failure', requirement: 'headers.present' };
  const accepted = { requirement: 'headers.present', reason: 'r', owner: 'Ada', until: '2999-01-01' };

  test('only once', async () => {
    expect(await failures({})).toStrictEqual([failure]);
  });

  test('as accepted if all its causes so far are accepted for their operations', async () => {
    const one = { ...accepted, cause: noLimit };
    const yes = [{ ...failure, accepted: true }];
    expect(await failures({ accepted: [accepted] })).toStrictEqual(yes);
    expect(await failures({ accepted: [one] })).toStrictEqual(yes);
    expect(await failures({ accepted: [{ ...one, operation: 'listCategories' }] })).toStrictEqual(yes);
    expect(await failures({ accepted: [{ ...one, operation: 'orders' }] })).toStrictEqual([failure]);
    expect(await failures({ accepted: [{ ...one, cause: 'other' }] })).toStrictEqual([failure]);
    expect(await failures({ accepted: [{ ...one, until: '2020-01-01' }] })).toStrictEqual([failure]);
  });
});

describe('a listener that throws', () => {
  test.each(['plan', 'finished'] as const)(
    'at the event "%s" is not called again, and the report names the error',
    async (type) => {
      let calls = 0;
      const listen = (event: RunEvent) => {
        if (event.type !== type) return;
        calls++;
        throw new RangeError('too far');
      };
      const { report } = await runInMemory({}, narrow, { listen });
      expect(calls).toBe(1);
      expect(report.kitFaults).toEqual(['the listener of the run: RangeError: too far']);
      expect(report.verdict.outcome).toBe('no verdict');
    },
  );
});

describe('the exchanges of a run', () => {
  test('are in the report only on request, in the order sent', async () => {
    const { report } = await runInMemory({}, { ...narrow, keepExchanges: true });
    const ids = report.exchanges?.recorded.map(({ id }) => id) ?? [];
    expect(ids).toEqual(ids.map((_id, at) => at + 1));
    expect(report.exchanges?.leftOut).toBe(0);
    expect(ids).toHaveLength(report.requests.total);
    expect((await runInMemory({}, narrow)).report).not.toHaveProperty('exchanges');
  });
});

test('a seed gives the same numbers in every version', () => {
  const numbers = (seed: number) => {
    const random = createRandom(seed);
    return Array.from({ length: 4 }, () => Math.floor(random() * 1_000_000));
  };
  expect(numbers(1)).toEqual([627_073, 2_735, 527_447, 981_050]);
  expect(numbers(-7)).toEqual([433_067, 325_395, 544_269, 480_189]);
  expect(numbers(4_294_967_297)).toEqual(numbers(1));
});
