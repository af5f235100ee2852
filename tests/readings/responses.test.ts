import { describe, expect, test } from 'vitest';
import { post } from '../../src/checks/requests.ts';
import type { Exchange, HttpResponse, Responded } from '../../src/exchange/exchange.ts';
import { createSameResponse, createUnread } from '../../src/readings/responses.ts';
import { having } from '../support/readings.ts';
import { cutOff, type ResponseParts, responded } from '../support/responses.ts';

describe('an incomplete response', () => {
  const cut = (parts: Partial<ResponseParts>, more: Partial<HttpResponse> = {}): Responded => {
    const exchange = responded({ at: 0, ...parts });
    const response = {
      ...exchange.outcome.response,
      bodyProblem: 'a body cut after 16 MB',
      cutByCap: true as const,
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
  ])('is named in the verdict if its schema is specified: %s', (place, parts) => {
    expect(why(cut(parts))).toBe(`${place}, but the body was not read completely: a body cut after 16 MB.`);
  });

  test.each<[what: string, exchange: Exchange]>([
    ['a list with another status', cut({ status: 500 })],
    ['a 200 to a POST', cut({ status: 200, request: creation })],
    ['a 201 to a GET', cut({ status: 201 })],
    ['another operation', cut({ request: { operation: 'orders' } })],
    ['a body that was read', responded({ at: 0, body: '[]' })],
    ['a body that the server cut off', cut({ status: 401 }, { cutByCap: undefined })],
    ['a list, which is no reason to end a run', cut({})],
    ['a request without a response', cutOff(0)],
  ])('does not include %s', (_what, exchange) => {
    expect(why(exchange)).toBeUndefined();
  });
});

describe('every request gets the same response', () => {
  const list = (parts: Partial<ResponseParts> = {}) => responded({ at: 0, body: '{"ok":true}', ...parts });
  const creation = (parts: Partial<ResponseParts> = {}) =>
    list({ request: { operation: 'createCategory' }, ...parts });
  const same = (...exchanges: readonly Exchange[]) => having(createSameResponse(), ...exchanges).everywhere();

  test.each<[what: string, exchanges: readonly Exchange[]]>([
    ['only lists were requested', [list(), list()]],
    ['only POSTs were sent', [creation(), creation()]],
    ['a different body is returned', [list(), creation({ body: '{"ok":false}' })]],
    ['words other than ids differ', [list({ body: 'dead' }), creation({ body: 'beef' })]],
    ['a different status is returned', [list(), creation({ status: 201 })]],
    ['the list is an array', [list({ body: '[]' }), creation({ body: '[]' })]],
    ['the status is not a 2xx', [list({ status: 300 }), creation({ status: 300 })]],
    ['the status is below 200', [list({ status: 199 }), creation({ status: 199 })]],
    ['an earlier response differed', [list(), list({ body: 'x' }), creation()]],
  ])('but not if %s', (_what, exchanges) => {
    expect(same(...exchanges)).toBe(false);
  });
});
