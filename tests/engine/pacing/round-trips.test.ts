import { describe, expect, it } from 'vitest';
import { variants } from '../../../reference-server/variants/index.ts';
import { runTimed } from '../../support/round-trips.ts';
import { idsWith } from '../../support/run-against.ts';

const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0);

describe('the sequential round trips of a run on the Free plan', () => {
  it('without the proof of the limit: 84 requests in 17', async () => {
    const { report, inFlight } = await runTimed({}, { exhaust: false });
    expect(idsWith(report, 'fail', 'warn')).toEqual([]);
    expect(inFlight).toEqual([1, 4, 4, 4, 4, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 1]);
    expect(sum(inFlight)).toBe(84);
  });

  it('with the proof: 86 in 19, the last three of them alone', async () => {
    const { report, inFlight } = await runTimed();
    expect(idsWith(report, 'fail', 'warn')).toEqual([]);
    expect(inFlight).toEqual([1, 4, 4, 4, 4, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 1, 1, 1]);
    expect(sum(inFlight)).toBe(86);
  });

  it.each([
    ['401-uncounted', 19],
    ['401-counted-with-key', 43],
  ])('on another server: %s', async (id, most) => {
    const { change } = variants.find((one) => one.id === id) ?? expect.fail();
    const { report, inFlight } = await runTimed({ change: [change] });
    expect(idsWith(report, 'fail', 'warn')).toEqual([]);
    expect(inFlight.length).toBeLessThanOrEqual(most);
  });
});
