import { describe, expect, it } from 'vitest';
import { defects } from '../../reference-server/defects/index.ts';
import { apiDescription } from '../../reference-server/description.ts';
import { type Change, withDelivery } from '../../reference-server/index.ts';
import { variants } from '../../reference-server/variants/index.ts';
import type { RunEvent } from '../../src/report/model/events.ts';
import { idsWith } from '../support/run-against.ts';
import { extendedTier, inTiers } from '../support/tiers.ts';
import { ordinary, runDelayed } from './latency.ts';

const changeOf = (id: string): Change =>
  [...defects, ...variants].find((one) => one.id === id)?.change ?? expect.fail(id);

describe.each(
  inTiers(ordinary, 3).flatMap(({ rows, options }) => rows.map((row) => [...row, options] as const)),
)('on plan %s, at %d s per response,', (plan, delay, most, options) => {
  it('the limit is proven', options, async () => {
    const { report, log, seconds } = await runDelayed(plan, delay, [], { strict: true, description });
    expect(idsWith(report, 'fail', 'warn', 'not tested')).toEqual([]);
    expect(report.verdict.exitStatus).toBe(0);
    expect(log.counts.whileLimited).toBe(0);
    expect(seconds).toBeLessThan(most);
  });

  it('a limit that is never enforced is found', options, async () => {
    const { report } = await runDelayed(plan, delay, [changeOf('limit-never-enforced')]);
    expect(idsWith(report, 'fail', 'warn')).toEqual(['limit.enforced']);
  });
});

it.each([
  ['free', 2.5, 'sliding-log'],
  ['pro', 0.8, 'sliding-counter'],
] as const)(
  'on plan %s, at %d s per response, the limit of the variant %s is proven, although the oldest requests expire in the meantime',
  async (plan, delay, id) => {
    const { report } = await runDelayed(plan, delay, [changeOf(id)]);
    expect(idsWith(report, 'fail', 'warn', 'not tested')).toEqual([]);
    expect(report.verdict.exitStatus).toBe(0);
  },
);

const description = { from: 'openapi.json', document: apiDescription('/v1') };

/**
 * Runs the kit against a token bucket (60 tokens, one refilled a second) with latencies around 1.3 s. Returns the
 * unexpected results.
 */
async function surprisesOfBucket(runs: readonly number[]): Promise<readonly string[]> {
  const surprises: string[] = [];
  for (const run of runs) {
    const delay = 1.3 + ((run * 37) % 100) / 500 - 0.1;
    const { report } = await runDelayed('free', delay, [changeOf('token-bucket')], { seed: run });
    const found = idsWith(report, 'fail', 'warn');
    if (found.length > 0 || report.verdict.exitStatus !== 0) surprises.push(`run ${run}: ${found.join()}`);
  }
  return surprises;
}

describe('a legal token bucket at 1.3 s per response conforms', () => {
  // Each run uses a different one of a hundred latencies.
  it('in 5 runs', async () => expect(await surprisesOfBucket([0, 1, 2, 3, 4])).toEqual([]));
  it('in 20 more runs', extendedTier, async () =>
    expect(await surprisesOfBucket(Array.from({ length: 20 }, (_one, index) => 5 + index))).toEqual([]),
  );
});

it('a target that is too slow for its window is detected after a few responses, and the run continues without the proof', async () => {
  let sent = 0;
  const said: { readonly reason: string; readonly after: number }[] = [];
  const listen = (event: RunEvent) => {
    if (event.type === 'exchange') sent = event.sent;
    if (event.type === 'unproven') said.push({ reason: event.reason, after: sent });
  };
  const { report, seconds } = await runDelayed('business', 1.5, [], {}, { listen });
  const reason =
    '1,000 responses from this target take 94 s with 16 requests in flight, which is longer than the window of 61 s';
  expect(said.map((one) => one.reason)).toEqual([reason]);
  expect(said[0]?.after).toBeLessThan(8);
  expect(report.requirements.find(({ id }) => id === 'limit.enforced')).toMatchObject({
    verdict: 'not tested',
    reason: {
      code: 'too-slow',
      text: expect.stringMatching(/^1,000 responses from this target take 94 s with 16/),
    },
  });
  expect(report.verdict.exitStatus).toBe(0);
  expect(seconds).toBeLessThan(180);
});

/** Cuts every connection for a second after the first creation, as a restart does. */
const restarting: Change = (parts, { now }) => {
  let downSince: number | undefined;
  return {
    finish: async (response, visit) => {
      const finished = await parts.finish(response, visit);
      const isDown = downSince !== undefined && now() - downSince < 1_000;
      if (finished.status === 201) downSince ??= now();
      return isDown ? withDelivery(finished, { cut: 'before-response' }) : finished;
    },
  };
};

it('a restart that takes a second does not end the run', async () => {
  const { report } = await runDelayed('business', 0.15, [restarting], { exhaust: false });
  expect(idsWith(report, 'fail')).toEqual([]);
  expect(report.requests.retried).toBe(2);
  expect(report.verdict.exitStatus).toBe(0);
});
