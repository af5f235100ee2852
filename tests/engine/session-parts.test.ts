import { describe, expect, test } from 'vitest';
import { createSharedClock } from '../../gallery/shared-clock.ts';
import type { Change } from '../../reference-server/change.ts';
import { check, type Tools } from '../../src/checks/built-in.ts';
import { StrayFault } from '../../src/checks/faults.ts';
import { plainList, post } from '../../src/checks/requests.ts';
import type { Settings } from '../../src/config/settings.ts';
import { catalogueOf, select } from '../../src/engine/select.ts';
import { createRecords, type Ending, openSession, type RunContext } from '../../src/engine/session.ts';
import type { HttpRequest } from '../../src/exchange/exchange.ts';
import type { Route } from '../../src/http/dispatcher.ts';
import type { RunEvent } from '../../src/report/model/events.ts';
import { startInMemory } from '../support/in-memory.ts';
import { responded } from '../support/responses.ts';
import { settingsFor, testKey } from '../support/run-against.ts';

interface Given {
  readonly settings?: Partial<Settings>;
  readonly context?: RunContext;
  readonly change?: Change;
}

/** Opens a session, whose requests and end are up to the test. */
function opened({ settings: given = {}, context, change = [] as never }: Given = {}) {
  const clock = createSharedClock();
  const { url, openDispatcher } = startInMemory({ keys: [{ key: testKey, plan: 'free' }], clock, change });
  const routes: Route[] = [];
  const counts = { closed: 0 };
  const settings = settingsFor(url, given);
  const session = openSession(
    settings,
    {
      clock,
      openDispatcher: (route) => {
        routes.push(route);
        return { ...openDispatcher(route), destroy: async () => void counts.closed++ };
      },
      ...context,
    },
    select(catalogueOf(), settings),
  );
  const send = (make: () => HttpRequest = plainList, creates = false) =>
    session.queue.send({ purpose: 'a list', sentFor: 'list.ok', priority: 1, creates, make });
  const finish = (ending: Partial<Ending> = {}) =>
    session.finish({
      plan: { checks: 1, withKey: 1, withoutKey: 0, creates: 0, invalidBodies: 0, atMost: 1 },
      tries: new Map(),
      ...ending,
    });
  return { session, send, finish, routes, counts, clock };
}

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

  test('nothing before it is told to, and then everything, once', async () => {
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

describe('the report of a session', () => {
  test('has its times, from its beginning', async () => {
    const { session, send, finish, clock } = opened({ settings: { keepExchanges: true } });
    const begun = clock.now();
    await session.queue.sleep(5_000, 'for the test');
    await send();
    const { startedAt, finishedAt, durationMs, exchanges } = await finish();
    expect(Math.abs(Date.parse(startedAt) - begun)).toBeLessThan(2_000);
    expect(Date.parse(finishedAt) - Date.parse(startedAt)).toBeGreaterThanOrEqual(5_000);
    for (const ms of [durationMs, exchanges?.recorded[0]?.atMs ?? 0]) {
      expect(ms).toBeGreaterThanOrEqual(5_000);
      expect(ms).toBeLessThan(20_000);
    }
  });

  test('goes to the listener as it is', async () => {
    const events: RunEvent[] = [];
    const { finish } = opened({ context: { listen: (event) => events.push(event) } });
    const report = await finish();
    expect(events).toHaveLength(1);
    expect(events[0]?.type === 'finished' && events[0].report).toBe(report);
  });

  test('has a mark that differs in each run', async () => {
    const marks = await Promise.all([1, 2, 3].map(async () => (await opened().finish()).runMark));
    expect(new Set(marks).size).toBe(3);
    for (const mark of marks) expect(mark).toMatch(/^kitqz[a-z]{5}$/);
  });

  test('has no secret, and says how to send a request again', async () => {
    const secrets = { header: 'trace-value-1234567', key: '-----private-0123456789-----' };
    const { session, send, finish } = opened({
      settings: {
        ...{ headers: [['X-Trace', secrets.header]], privateKeys: [secrets.key], keyVariable: 'OTHER_KEY' },
        keepExchanges: true,
      },
    });
    await send(() => post(`{"a":"${secrets.header}","b":"${secrets.key}","c":"${session.names.next()}"}`));
    const { exchanges } = await finish();
    const { headers, body } = exchanges?.recorded[0]?.request ?? {};
    expect(headers).toContainEqual(['Authorization', 'Bearer $OTHER_KEY']);
    expect(headers).toContainEqual(['X-Trace', '(as given by --header)']);
    expect(body).toMatch(/^{"a":"\[header\]","b":"\[private key\]","c":"kitqz[a-z]{9}"}$/);
  });

  test.each<readonly [Partial<Settings>, RegExp | undefined]>([
    [{}, undefined],
    [{ ca: 'PEM' }, /--cacert \S*…/],
    [{ clientCertificate: { cert: 'PEM', key: 'PEM' } as never }, /--cert \S*….* --key \S*…/],
    [{ ca: 'PEM', tlsFiles: { ca: 'own.pem' } }, /--cacert \S*own\.pem/],
  ])('with %j has commands with placeholders for what was given as text', async (given, shown) => {
    const { session, send, finish } = opened({
      settings: { ...given, baseUrl: 'https://in-memory.test/v1' },
      change: (parts) => ({
        finish: async (response, visit) => ({ ...(await parts.finish(response, visit)), headers: [] }),
      }),
    });
    session.startJudging();
    await send();
    const { findings } = await finish();
    const commands = findings.map(({ curl }) => curl ?? '').join('\n');
    expect(commands).toContain('curl');
    if (shown === undefined) expect(commands).not.toMatch(/--cacert|--cert|--key/);
    else expect(commands).toMatch(shown);
  });

  test('says that it was interrupted, but not after a fault', async () => {
    for (const reason of [undefined, new StrayFault('a timer', { cause: 'too far' })]) {
      const controller = new AbortController();
      const { send, finish } = opened({ context: { signal: controller.signal } });
      await send();
      controller.abort(reason);
      await expect(send()).rejects.toThrow();
      const { complete, kitFaults } = await finish();
      expect(complete).toBe(reason !== undefined);
      expect(kitFaults).toEqual(reason === undefined ? [] : [expect.stringMatching(/^the run: .*too far/)]);
    }
    expect(await opened().finish()).toMatchObject({ complete: true, kitFaults: [] });
  });

  test('says why the target could not be tested, and what was left out', async () => {
    const { finish } = opened({ settings: { maxCreates: 3 } });
    const { verdict } = await finish({
      ...{ untestable: 'No server.', doubt: 'Is this the base URL?', spent: new Set(['maxCreates']) },
    });
    expect(verdict.outcome).toBe('could not be tested');
    expect(verdict.sentence).toBe('No server. Is this the base URL?');
    expect(verdict.scope.notSelected.map(({ reason }) => reason)).toContain('not within --max-creates 3');
  });

  test.each<readonly [string, Partial<Settings>, (sent: ReturnType<typeof opened>) => Promise<unknown>]>([
    ['--max-requests 1', { maxRequests: 1 }, ({ send }) => send()],
    ['--max-wait 1', { maxWaitSeconds: 1 }, ({ session }) => session.queue.sleep(3_000, 'for the test')],
    [
      '--max-creates 0',
      { maxCreates: 0 },
      ({ session, send }) => send(() => post(`{"name":"${session.names.next()}"}`), true),
    ],
  ])('says that %s was used up', async (budget, given, useUp) => {
    const isLeftOut = async (isUsedUp: boolean) => {
      const one = opened({ settings: given });
      await one.send();
      if (isUsedUp) await expect(useUp(one)).rejects.toThrow();
      const { verdict } = await one.finish();
      return verdict.scope.notSelected.some(({ reason }) => reason === `not within ${budget}`);
    };
    expect([await isLeftOut(false), await isLeftOut(true)]).toEqual([false, true]);
  });

  test('calls what passed only after a retry flaky', async () => {
    let served = 0;
    const { session, send, finish } = opened({
      change: (parts) => ({
        finish: async (response, visit) => {
          const finished = await parts.finish(response, visit);
          return ++served === 1 ? { ...finished, status: 503, body: Buffer.from('') } : finished;
        },
      }),
    });
    session.startJudging();
    await send();
    const { requests, verdict } = await finish();
    expect(requests).toMatchObject({ total: 2, retried: 1, creates: 0 });
    expect(verdict.counts.flaky).toBeGreaterThan(0);
  });

  test('lists what it left on the target', async () => {
    const { session, send, finish } = opened();
    const name = session.names.next();
    await send(() => ({ ...post(`{"name":"${name}"}`), mark: name }), true);
    const report = await finish();
    expect(report.leftovers).toMatchObject([{ name }]);
    expect(report.requests.creates).toBe(1);
    expect(report).not.toHaveProperty('earlierLeftovers');
  });

  test('lists what earlier runs left', async () => {
    const { send, finish } = opened();
    await send(() => post('{"name":"kitqzabcdeaaaa"}'));
    await send();
    expect((await finish()).earlierLeftovers).toMatchObject({ count: 1 });
  });
});

test('a check gets the names, the clock and the random numbers of its seed', async () => {
  const random = async (seed: number, title: string) => {
    const { session, clock } = opened({ settings: { seed } });
    let tools: Tools | undefined;
    await session.executor.run(
      check('list.ok', title, {}, async (all) => {
        tools = all;
      }),
    );
    expect(tools?.name()).toBe(`${session.names.mark}aaaa`);
    expect(Math.abs((tools?.monotonic() ?? 0) - clock.monotonic())).toBeLessThan(5_000);
    return tools?.random();
  };
  const one = await random(1, 'a check');
  expect(await random(1, 'a check')).toBe(one);
  expect(await random(2, 'a check')).not.toBe(one);
  expect(await random(1, 'another')).not.toBe(one);
});

test('the records of a run are in the order sent, and counted if there are too many', () => {
  const redact = Object.assign((text: string) => text, { holdsKey: () => false });
  const base = new URL('http://shop.test/v1');
  const recorder = {
    base,
    userAgent: '',
    extraHeaders: [],
    redact: redact as never,
    runMark: '',
    startedAt: 0,
  };
  const records = createRecords(recorder, 2);
  for (const id of [3, 1, 2, 4]) records.see({ ...responded({ at: id }), id });
  const { recorded, leftOut } = records.all();
  expect([recorded.map(({ id }) => id), leftOut]).toEqual([[1, 3], 2]);
});
