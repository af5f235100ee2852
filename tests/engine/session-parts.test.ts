import { describe, expect, test } from 'vitest';
import { post } from '../../src/checks/requests.ts';
import { check, type Tools } from '../../src/checks/vocabulary.ts';
import { createRecords } from '../../src/engine/case.ts';
import { createRedactor } from '../../src/report/record/redact.ts';
import { opened } from '../support/opened.ts';
import { responded } from '../support/responses.ts';

describe('a session connects', () => {
  test('as the settings say', async () => {
    const certificate = { cert: 'a certificate', key: 'a private key' } as never;
    const tls = { ca: 'an authority', clientCertificate: certificate };
    const { routes, send, finish, counts } = opened({
      settings: { ...tls, timeoutSeconds: 3, maxHeaders: 5 },
    });
    await send();
    expect(routes).toEqual([
      { base: new URL('http://in-memory.test/v1'), timeoutMs: 3_000, maxHeaderBytes: 5_120, ...tls },
    ]);
    await finish();
    expect(counts.closed).toBe(1);
    await expect(send()).rejects.toThrow('the run has ended');
  });

  test('after the time that the server asked for', async () => {
    const { send, finish } = opened({ context: { heldMs: 4_000 } });
    await send();
    const { waits } = await finish();
    expect(waits).toHaveLength(1);
    expect(waits[0]?.seconds).toBeGreaterThanOrEqual(4);
  });
});

describe('a session judges', () => {
  const tested = ({ session }: ReturnType<typeof opened>) => session.judge.tally('headers.present').tested;

  test('nothing until the kit knows that this is the service, and then every response once', async () => {
    const one = opened();
    await one.send();
    await one.send();
    expect(tested(one)).toBe(0);
    one.session.startJudging();
    expect(tested(one)).toBe(2);
    one.session.startJudging();
    await one.send();
    expect(tested(one)).toBe(3);
  });

  test('nothing that it was not told to, not even at the end', async () => {
    for (const isTold of [false, true]) {
      const { session, send, finish } = opened();
      const mark = session.names.next();
      await send(() => post(`{"name":"${mark}"}`, { mark }));
      await send();
      if (isTold) session.startJudging();
      const { requirements } = await finish();
      const judged = requirements.filter((one) => one.tested > 0).map(({ id }) => id);
      if (isTold) expect(judged).toContain('list.complete');
      else expect(judged).toEqual([]);
    }
  });
});

test('a check gets the names, the clock and the random numbers of its seed', async () => {
  const random = async (seed: number, title: string) => {
    const { signal } = new AbortController();
    const { session, clock } = opened({ settings: { seed }, context: { signal } });
    let tools: Tools | undefined;
    await session.executor.run(
      check('list.ok', title, {}, async (all) => {
        tools = all;
      }),
    );
    expect(tools?.name()).toBe(`${session.names.mark}aaaa`);
    expect(Math.abs((tools?.monotonic() ?? 0) - clock.monotonic())).toBeLessThan(5_000);
    expect(tools?.signal).toBe(signal);
    return tools?.random();
  };
  const one = await random(1, 'a check');
  expect(await random(1, 'a check')).toBe(one);
  expect(await random(2, 'a check')).not.toBe(one);
  expect(await random(1, 'another')).not.toBe(one);
});

test('the records of a run are in the order sent, and counted if there are too many', () => {
  const base = new URL('http://shop.test/v1');
  const recorder = {
    base,
    userAgent: '',
    extraHeaders: [],
    redact: createRedactor({ key: '' }),
    runMark: '',
    startedAt: 0,
  };
  const records = createRecords(recorder, 2);
  for (const id of [3, 1, 2, 4]) records.see({ ...responded({ at: id }), id });
  const { recorded, leftOut } = records.all();
  expect([recorded.map(({ id }) => id), leftOut]).toEqual([[1, 3], 2]);
});
