import { expect, test } from 'vitest';
import { get } from '../../src/checks/requests.ts';
import { capsOf, defaultSettings } from '../../src/config/settings.ts';
import { systemClock } from '../../src/exchange/clock.ts';
import { type ClientOptions, createClient } from '../../src/http/client.ts';
import { createTurns } from '../../src/http/turns.ts';
import { listCategories } from '../../src/spec/operations.ts';

type Connections = ReturnType<NonNullable<ClientOptions['openDispatcher']>>;
type Handler = Parameters<Connections['dispatch']>[1];

test('turns are given in the order in which they were asked for, and those that gave up are passed over', () => {
  const turnOf = createTurns(1);
  const [first, second, third, fourth] = [turnOf(), turnOf(), turnOf(), turnOf()];
  const gone: string[] = [];
  expect(first.take(() => gone.push('first'))).toBe(true);
  expect(second.take(() => gone.push('second'))).toBe(false);
  expect(third.take(() => gone.push('third'))).toBe(false);
  expect(fourth.take(() => gone.push('fourth'))).toBe(false);
  second.leave();
  first.leave();
  expect(gone).toEqual(['third']);
  expect(third.take(() => gone.push('again'))).toBe(true);
  third.leave();
  fourth.leave();
  expect(gone).toEqual(['third', 'fourth']);
  expect(turnOf().take(() => {})).toBe(true);
});

test('a third long body waits for one of two, and its target is not blamed for that', async () => {
  const handlers: Handler[] = [];
  const states: string[] = [];
  const client = createClient({
    base: new URL('http://127.0.0.1/'),
    key: 'a-key',
    caps: capsOf(defaultSettings()),
    clock: systemClock,
    concurrency: 32,
    timeoutMs: 200,
    userAgent: 'a test',
    openDispatcher: () => ({
      dispatch: (_request, handler) => handlers.push(handler) > 0,
      destroy: async () => {},
    }),
  });
  const sending = { purpose: 'a test', sentFor: 'list.ok', attempt: 1, overLimit: false } as const;
  const sent = [0, 1, 2].map(() => client.exchange(get(listCategories), sending));
  const parts = handlers.map((handler, index) => {
    const controller = {
      rawHeaders: [],
      abort: () => {},
      pause: () => states.push(`${index} paused`),
      resume: () => states.push(`${index} goes on`),
    } as unknown as Parameters<NonNullable<Handler['onResponseData']>>[0];
    handler.onRequestStart?.(controller, {});
    handler.onResponseStart?.(controller, 200, {});
    const part = () => handler.onResponseData?.(controller, Buffer.alloc(600_000, ' '));
    return { part, end: () => handler.onResponseEnd?.(controller, {}) };
  });
  for (const { part } of parts) part();
  expect(states).toEqual(['2 paused']);
  const late = { outcome: { fault: { kind: 'timeout' } } };
  expect(await Promise.all(sent.slice(0, 2))).toMatchObject([late, late]);
  expect(states).toEqual(['2 paused', '2 goes on']);
  parts[2]?.part();
  parts[2]?.end();
  expect((await sent[2])?.outcome).toMatchObject({ response: { status: 200, body: { length: 1_200_000 } } });
});
