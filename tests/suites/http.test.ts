import { describe, expect, test } from 'vitest';
import type { Exchange, HeaderLine } from '../../src/exchange/exchange.ts';
import http from '../../suites/http.ts';
import { cutOff, type ResponseParts, responded } from '../support/responses.ts';
import { concluded, judged, tallied } from './judged.ts';

const judgment = (requirement: string, reply: Partial<ResponseParts>) =>
  judged(http, requirement, responded({ at: 0, ...reply }));
const type = (value: string): readonly HeaderLine[] => [['Content-Type', value]];

test('warns about a missing or unreadable Date', () => {
  const none = 'expected a Date header, received none, or an unreadable one: Date is missing';
  expect(judgment('http.date', { headers: [['Date', 'Fri, 15 Jan 2027 08:00:00 GMT']] })).toBe('met');
  expect(judgment('http.date', { headers: [['Date', 'today']] })).toBe(none);
  expect(judgment('http.date', {})).toBe(none);
  expect(judgment('http.date', { request: { operation: 'elsewhere' } })).toBe('not selected');
  expect(judged(http, 'http.date', cutOff(0))).toBe('not selected');
});

test('warns about a byte order mark and repeated names', () => {
  const clean = (body: string, also: Partial<ResponseParts> = {}) =>
    judgment('http.json-clean', { body, ...also });
  expect(clean('{"a":1,"b":{"a":1}}')).toBe('met');
  expect(clean('\ufeff{}')).toBe(
    'expected JSON without a byte order mark, received a byte order mark: a byte order mark',
  );
  expect(clean('{"a":1,"a":2}')).toBe(
    'expected each name once, received repeated names: 1: a repeated name in an object',
  );
  expect(clean('{')).toBe('met');
});

test('detects repeated names at any depth of a long body', () => {
  const twice = 'expected each name once, received repeated names: 1: a repeated name in an object';
  const clean = (body: string) => judgment('http.json-clean', { body });
  const members = Array.from({ length: 9_000 }, (_, at) => `"member${at}":0`).join();
  expect(clean(`{${members}}`)).toBe('met');
  expect(clean(`{${members},"member8999":1}`)).toBe(twice);
  expect(clean(`[{"id":1,"tag":{}},{"id":2,"tag":{}},{${members}}]`)).toBe('met');
  expect(clean(`{${members},"deep":{"deeper":{"a":1,"a":2}}}`)).toBe(twice);
});

test('treats a body as JSON if its type is JSON or missing', () => {
  const clean = (reply: Partial<ResponseParts>) =>
    judgment('http.json-clean', { body: '{"a":1,"a":2}', ...reply });
  expect(clean({ headers: type('application/problem+json') })).toMatch(/^expected/);
  expect(clean({ headers: type('text/html') })).toBe('not selected');
  expect(clean({ status: 429 })).toBe('not selected');
  expect(clean({ body: '' })).toBe('not selected');
  expect(clean({ request: { operation: 'elsewhere' } })).toBe('not selected');
  expect(judged(http, 'http.json-clean', cutOff(0))).toBe('not selected');
});

describe('concurrent requests', () => {
  const refused = responded({ at: 0, status: 503 });
  const of = (decision: { refused: Exchange | undefined; served: number; together: number }) => {
    const known = { shedding: { decision: () => decision } };
    const { tested } = tallied(http, 'http.sheds-load', [], known);
    return [tested, concluded(http, 'http.sheds-load', [], known)];
  };

  test('are met if none failed that is right alone', () => {
    expect(of({ refused: undefined, served: 2, together: 7 })).toEqual([7, 'met']);
  });

  test('are not judged if there were none', () => {
    expect(of({ refused: undefined, served: 0, together: 0 })).toEqual([
      0,
      'not judged: no requests were concurrent',
    ]);
  });

  test('must be served like the same requests alone', () => {
    expect(of({ refused, served: 2, together: 7 })).toEqual([
      8,
      'expected the response to the same request alone, received status 503 while other requests were in flight; 2 such requests were served when retried alone: concurrent requests failed',
    ]);
  });
});
