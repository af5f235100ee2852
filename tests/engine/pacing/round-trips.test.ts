import { describe, expect, it } from 'vitest';
import { variants } from '../../../reference-server/variants/index.ts';
import { runTimed } from '../../support/round-trips.ts';
import { idsWith } from '../../support/run-against.ts';

const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0);

describe('the sequential round trips of a run on the Free plan', () => {
  it('without the proof of the limit: 96 requests in 19', async () => {
    const { report, inFlight } = await runTimed({}, { exhaust: false });
    expect(idsWith(report, 'fail', 'warn')).toEqual([]);
    expect(inFlight).toEqual([1, 4, 4, 4, 4, ...Array<number>(13).fill(6), 1]);
    expect(sum(inFlight)).toBe(96);
  });

  it('with the proof: 98 in 21, the last three of them alone', async () => {
    const { report, inFlight } = await runTimed();
    expect(idsWith(report, 'fail', 'warn')).toEqual([]);
    expect(inFlight).toEqual([1, 4, 4, 4, 4, ...Array<number>(13).fill(6), 1, 1, 1]);
    expect(sum(inFlight)).toBe(98);
  });

  it.each([
    ['401-uncounted', 21],
    ['401-counted-with-key', 53],
  ])('on another server: %s', async (id, most) => {
    const { change } = variants.find((one) => one.id === id) ?? expect.fail();
    const { report, inFlight } = await runTimed({ change: [change] });
    expect(idsWith(report, 'fail', 'warn')).toEqual([]);
    expect(inFlight.length).toBeLessThanOrEqual(most);
  });
});

it('stops POSTs once a body with an id has broken the list, and names it first', async () => {
  let isBroken = false;
  let postsAfter = 0;
  const { report } = await runTimed({
    change: () => ({
      finish: async (response, visit) => {
        const isPost = visit.incoming.method === 'POST';
        if (isBroken && isPost) postsAfter++;
        if (isBroken && !isPost && response.status === 200) return { ...response, status: 500 };
        const body = isPost ? await visit.incoming.body() : undefined;
        isBroken ||= body?.kind === 'bytes' && Buffer.from(body.bytes).toString().startsWith('{"id":');
        return response;
      },
    }),
  });
  const [broken] = report.findings.filter(({ requirement }) => requirement === 'list.ok');
  expect(broken?.received).toMatch(
    /broken by one of \d bodies: “an id in the request is ignored” \(status 201/,
  );
  expect(postsAfter).toBeLessThanOrEqual(12);
});
