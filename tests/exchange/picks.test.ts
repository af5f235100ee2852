import { describe, expect, test } from 'vitest';
import { post } from '../../src/checks/requests.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import {
  hasKey,
  isCreation,
  isList,
  isListRequest,
  isNamed,
  isNamedResponse,
  isPost,
  isStatedError,
  meaningOf,
} from '../../src/exchange/picks.ts';
import { cutOff, responded } from '../support/responses.ts';

const list = (status: number, also: Partial<Exchange> = {}) => ({ ...responded({ at: 0, status }), ...also });
const elsewhere = (status: number) => responded({ at: 0, status, request: { operation: 'elsewhere' } });
const keyless = (status: number) => responded({ at: 0, status, request: { credential: 'none' } });
const creation = (status: number, body = '{"name":"bird"}', contentType?: string) =>
  responded({
    at: 0,
    status,
    request: post(Buffer.from(body), contentType === undefined ? {} : { contentType }),
  });

const picks = { isNamed, isNamedResponse, hasKey, isListRequest, isList, isPost, isCreation, isStatedError };

describe('picks', () => {
  const cases: readonly (readonly [title: string, Exchange, picked: readonly (keyof typeof picks)[]])[] = [
    ['a list', list(200), ['isNamed', 'isNamedResponse', 'hasKey', 'isListRequest', 'isList']],
    ['a list that failed', list(500), ['isNamed', 'isNamedResponse', 'hasKey', 'isListRequest']],
    ['a rate-limited list', list(429), ['isNamed', 'isNamedResponse', 'hasKey']],
    ['a list over the limit', list(200, { overLimit: true }), ['isNamed', 'isNamedResponse', 'hasKey']],
    ['a 503 over the limit', list(503, { overLimit: true }), ['isNamed', 'isNamedResponse', 'hasKey']],
    ['a list without a response', cutOff(0), ['isNamed', 'hasKey', 'isListRequest']],
    ['a list without the key', keyless(401), ['isNamed', 'isNamedResponse', 'isStatedError']],
    ['a list served without the key', keyless(200), ['isNamed', 'isNamedResponse']],
    ['a list that returned 400', list(400), ['isNamed', 'isNamedResponse', 'hasKey', 'isListRequest']],
    ['another path', elsewhere(200), ['hasKey']],
    ['another path that returned 401', elsewhere(401), ['hasKey']],
    ['a creation', creation(201), ['isNamed', 'isNamedResponse', 'hasKey', 'isPost', 'isCreation']],
    [
      'a refused creation',
      creation(400),
      ['isNamed', 'isNamedResponse', 'hasKey', 'isPost', 'isCreation', 'isStatedError'],
    ],
    ['a rate-limited creation', creation(429), ['isNamed', 'isNamedResponse', 'hasKey', 'isPost']],
  ];
  test.each(cases)('%s', (_title, exchange, picked) => {
    const found = Object.entries(picks).filter(([, pick]) => pick(exchange));
    expect(found.map(([name]) => name)).toEqual(picked);
  });
});

describe('the meaning of a POST', () => {
  test('is the meaning of its body', () => {
    expect(meaningOf(creation(201))).toEqual({ kind: 'valid' });
    expect(meaningOf(creation(201, '{}'))).toMatchObject({ requirement: 'invalid.name-missing' });
    expect(meaningOf(list(200))).toMatchObject({ requirement: 'invalid.body-empty' });
  });

  test('is unstated if the media type is not JSON', () => {
    expect(meaningOf(creation(201, '{}', 'text/plain'))).toEqual({
      kind: 'unstated',
      because: 'another media type',
    });
  });
});
