// @module-tag extended
import { describe, expect, it } from 'vitest';
import { repeat, troubles, verdictOf } from '../repeat.ts';
import { brokenServers, legalServers } from '../servers.ts';

/** `npm run prove -- repeatability` makes 200 runs against each server. */
const runs = 2;

describe.concurrent('the verdict is the same for every seed and moment', () => {
  it.each([...legalServers, ...brokenServers])('$title', async (subject) => {
    expect(troubles(subject, await repeat(subject, runs, 20_261_121))).toEqual([]);
  });
});

describe.concurrent('a sliding window refills more slowly than Reset suggests', () => {
  const sliding = legalServers.find(({ title }) => title.includes('sliding-counter')) ?? expect.fail();

  it.each([
    [826_959_325, '2026-01-05T10:10:24.020Z', 'conforms'],
    // At 500 ms per response, the rest of the first window is used up before the burst, so the burst does not follow a
    // 429.
    [480_021_777, '2026-01-05T11:01:40.684Z', 'conforms, http.sheds-load not tested'],
  ])('twelve requests in a row still show the usage: seed %i', async (seed, began, verdict) => {
    const { report } = await sliding.runOnce({ seed, start: Date.parse(began) });
    expect(verdictOf(report)).toBe(verdict);
  });
});

it.each([0, 1, 2, 3, 4, 5, 6, 7])(
  'a proof that seems urgent while the first responses are slow gives way to other requests: %i s into the window',
  async (second) => {
    const slowAtFirst = legalServers.find(({ title }) => title.includes('slower ones')) ?? expect.fail();
    const start = Date.parse('2026-01-05T10:08:00Z') + 1_000 * second;
    const { report } = await slowAtFirst.runOnce({ seed: 1, start });
    expect(verdictOf(report)).toBe('conforms');
  },
);
