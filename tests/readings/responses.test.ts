import { describe, expect, test } from 'vitest';
import { post } from '../../src/checks/requests.ts';
import type { Exchange, HttpResponse, Responded } from '../../src/exchange/exchange.ts';
import {
  createCounts,
  createFlaky,
  createLists,
  createSameResponse,
  createUnread,
} from '../../src/readings/responses.ts';
import { having } from '../support/readings.ts';
import { cutOff, type ResponseParts, responded } from '../support/responses.ts';

test('requests are counted with and without the key, and those that were rate-limited', () => {
  const others = (['wrong', 'none', 'unknown'] as const).map((validity) => ({ ...cutOff(0), validity }));
  const counts = createCounts();
  having(counts, responded({ at: 0 }), responded({ at: 1, status: 429 }), ...others);
  expect(counts.counted()).toEqual({ total: 5, withKey: 2, withoutKey: 3, rateLimited: 1 });
});

test('the newest four lists are kept, in order', () => {
  const lists = [0, 1, 2, 3, 4, 5].map((at) => responded({ at }));
  const others = [responded({ at: 9, status: 500 }), responded({ at: 9, request: { operation: 'orders' } })];
  expect(having(createLists(), ...lists, ...others).newest()).toEqual(lists.slice(2));
  expect(having(createLists(), ...lists.slice(0, 1)).newest()).toEqual(lists.slice(0, 1));
});

describe('a GET is flaky', () => {
  const get = (status: number, also: Partial<Exchange> = {}) => ({
    ...responded({ at: 0, status }),
    ...also,
  });
  const flaky = (...exchanges: readonly Exchange[]) => [
    ...having(createFlaky(), ...exchanges).requirements(),
  ];

  test('if it gets a response only when retried', () => {
    expect(flaky(get(200, { attempt: 2 }))).toEqual(['list.ok']);
    expect(flaky(get(503), get(200))).toEqual(['list.ok']);
    expect(flaky(cutOff(0), get(404))).toEqual(['list.ok']);
  });

  test.each<[what: string, exchanges: readonly Exchange[]]>([
    ['it gets a response at once', [get(200), get(500)]],
    ['it fails again', [get(503), get(503, { attempt: 2 })]],
    ['it failed while others were in flight', [get(503, { concurrent: 2 }), get(200)]],
    ['another purpose failed', [get(503, { purpose: 'another' }), get(200)]],
    [
      'it is a POST',
      [
        responded({ at: 0, status: 503, request: post(Buffer.from('{}')) }),
        get(200, { request: post(Buffer.from('{}')) }),
      ],
    ],
  ])('but not if %s', (_what, exchanges) => {
    expect(flaky(...exchanges)).toEqual([]);
  });

  test('once for each failure', () => {
    const named = (sentFor: string) => get(200, { sentFor });
    expect(flaky(get(503), named('one'), named('two'))).toEqual(['one']);
  });
});

describe('what was not read completely', () => {
  const cut = (parts: Partial<ResponseParts>, more: Partial<HttpResponse> = {}): Responded => {
    const exchange = responded({ at: 0, ...parts });
    const response = {
      ...exchange.outcome.response,
      bodyProblem: 'a body cut after 16 MB',
      cutByCap: true as const,
      maxNesting: 512,
      ...more,
    };
    return { ...exchange, outcome: { kind: 'response', response } };
  };
  const why = (...exchanges: readonly Exchange[]) => having(createUnread(), ...exchanges).why();
  const creation = post(Buffer.from('{"name":"parrot"}'));

  test.each<[place: string, Partial<ResponseParts>]>([
    ['GET /categories returned 401', { status: 401 }],
    ['POST /categories returned 201', { status: 201, request: creation }],
    ['POST /categories returned 400', { status: 400, request: creation }],
  ])('is named if its schema is specified: %s', (place, parts) => {
    expect(why(cut(parts))).toBe(`${place}, but the body was not read completely: a body cut after 16 MB.`);
  });

  test.each<[what: string, exchange: Exchange]>([
    ['another status of a list', cut({ status: 500 })],
    ['a 200 to a POST', cut({ status: 200, request: creation })],
    ['a 201 to a GET', cut({ status: 201 })],
    ['another operation', cut({ request: { operation: 'orders' } })],
    ['a body that was read', responded({ at: 0, body: '[]' })],
    ['a body that the server broke off', cut({ status: 401 }, { cutByCap: undefined })],
    ['a list, which is no reason to end a run', cut({})],
    ['a request without a response', cutOff(0)],
  ])('does not include %s', (_what, exchange) => {
    expect(why(exchange)).toBeUndefined();
  });

  test('is the first', () => {
    expect(why(cut({ status: 401 }), cut({ status: 201, request: creation }))).toMatch(
      /^GET \/categories returned 401/,
    );
  });

  test('says of a list which limit it exceeds, unless only a recording lacks it', () => {
    const list = (...exchanges: readonly Exchange[]) => having(createUnread(), ...exchanges).list();
    const { maxNesting: _, ...recorded } = cut({}).outcome.response;
    const inRecording: Responded = { ...cut({}), outcome: { kind: 'response', response: recorded } };
    expect(list(responded({ at: 0, body: '[]' }), cut({}))).toBe('a body cut after 16 MB');
    expect(list(inRecording)).toBeUndefined();
    expect(list(cut({ status: 401 }))).toBeUndefined();
  });
});

describe('every request gets the same response', () => {
  const list = (parts: Partial<ResponseParts> = {}) => responded({ at: 0, body: '{"ok":true}', ...parts });
  const creation = (parts: Partial<ResponseParts> = {}) =>
    list({ request: { operation: 'createCategory' }, ...parts });
  const same = (...exchanges: readonly Exchange[]) => having(createSameResponse(), ...exchanges).everywhere();

  test('if both operations return one 2xx with one text, apart from numbers and ids', () => {
    expect(same(list(), creation())).toBe(true);
    expect(same(list({ body: 'at 12 by deadbeef' }), creation({ body: 'at 345 by 0123abcd4' }))).toBe(true);
    expect(same(list({ body: 'page 1' }), creation({ body: 'page ' }))).toBe(true);
    for (const status of [200, 299]) expect(same(list({ status }), creation({ status }))).toBe(true);
    const other = list({ status: 404, request: { operation: 'elsewhere' } });
    expect(same(list(), other, cutOff(0), creation())).toBe(true);
  });

  test('as far as its first four thousand bytes show', () => {
    const long = (length: number, end: string) => `${'x'.repeat(length)}${end}`;
    expect(same(list({ body: long(4_000, 'a') }), creation({ body: long(4_000, 'b') }))).toBe(true);
    expect(same(list({ body: long(3_999, 'a') }), creation({ body: long(3_999, 'b') }))).toBe(false);
  });

  test.each<[what: string, exchanges: readonly Exchange[]]>([
    ['only lists were requested', [list(), list()]],
    ['only POSTs were sent', [creation(), creation()]],
    ['another text is returned', [list(), creation({ body: '{"ok":false}' })]],
    ['words differ that are not ids', [list({ body: 'dead' }), creation({ body: 'beef' })]],
    ['another status is returned', [list(), creation({ status: 201 })]],
    ['the list is an array', [list({ body: '[]' }), creation({ body: '[]' })]],
    ['it is not a 2xx', [list({ status: 300 }), creation({ status: 300 })]],
    ['it is below 200', [list({ status: 199 }), creation({ status: 199 })]],
    ['one differed before', [list(), list({ body: 'x' }), creation()]],
  ])('but not if %s', (_what, exchanges) => {
    expect(same(...exchanges)).toBe(false);
  });
});
