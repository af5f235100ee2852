import { describe, expect, test } from 'vitest';
import type { Change } from '../../reference-server/changes/change.ts';
import { post } from '../../src/checks/requests.ts';
import type { Settings } from '../../src/config/settings.ts';
import type { RunEvent } from '../../src/report/model/events.ts';
import { opened } from '../support/opened.ts';

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

  test('says that the target stopped, and does not blame it for that', async () => {
    let isGone = false;
    const { session, send, finish } = opened({ isGone: () => isGone });
    session.startJudging();
    await send();
    isGone = true;
    await Promise.allSettled(Array.from({ length: 8 }, () => send()));
    const { verdict, findings, requirements } = await finish();
    expect(verdict.outcome).toBe('could not be tested');
    expect(verdict.sentence).toMatch(/^The run ended early: .*, and it refuses new connections\. /);
    expect(findings).toEqual([]);
    expect(requirements.find(({ id }) => id === 'list.ok')?.tested).toBe(1);
  });

  test('says which part of the kit failed', async () => {
    const { session, send, finish } = opened();
    Object.assign(session.readings, {
      see() {
        throw new RangeError('too far');
      },
    });
    await expect(send()).rejects.toThrow();
    expect((await finish()).kitFaults).toEqual(['the queue: RangeError: too far']);
  });

  test('says why the limit was not proven', async () => {
    const { session, send, finish } = opened();
    session.startJudging();
    await send();
    await session.queue.prove();
    const { requirements, verdict } = await finish();
    const { reason } = requirements.find(({ id }) => id === 'limit.enforced') ?? {};
    expect([reason, verdict.outcome]).toEqual([session.queue.proofSkipped(), 'conforms']);
  });

  test('says that it was interrupted', async () => {
    const controller = new AbortController();
    const { send, finish } = opened({ context: { signal: controller.signal } });
    await send();
    controller.abort();
    await expect(send()).rejects.toThrow();
    expect(await finish()).toMatchObject({ complete: false, kitFaults: [] });
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

  test('shortens a long name of what it left', async () => {
    const hiding: Change = (parts) => ({
      finish: async (response, visit) => {
        const finished = await parts.finish(response, visit);
        return finished.status === 201 ? { ...finished, status: 400 } : finished;
      },
    });
    const { session, send, finish } = opened({ change: hiding });
    const mark = session.names.next();
    const name = `${mark}${' and more'.repeat(40)}`;
    await send(() => post(`{"name":"${name}"}`, { mark }));
    await send();
    expect((await finish()).leftovers).toMatchObject([{ name: name.slice(0, 200) }]);
  });

  test('lists what earlier runs left', async () => {
    const { send, finish } = opened();
    await send(() => post('{"name":"kitqzabcdeaaaa"}'));
    await send();
    expect((await finish()).earlierLeftovers).toMatchObject({ count: 1 });
  });
});
