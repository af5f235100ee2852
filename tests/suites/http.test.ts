import { expect, test } from 'vitest';
import type { HeaderLine } from '../../src/exchange/exchange.ts';
import http from '../../suites/http.ts';
import { answered, cutOff, type Told } from '../support/answers.ts';
import { judged } from './judged.ts';

const said = (row: string, told: Partial<Told>) => judged(http, row, answered({ at: 0, ...told }));
const type = (value: string): readonly HeaderLine[] => [['Content-Type', value]];

test('a Date is one that can be read', () => {
  const none = 'expected a Date header, received none that can be read: there is no Date';
  expect(said('http.date', { headers: [['Date', 'Fri, 15 Jan 2027 08:00:00 GMT']] })).toBe('met');
  expect(said('http.date', { headers: [['Date', 'today']] })).toBe(none);
  expect(said('http.date', {})).toBe(none);
  expect(said('http.date', { request: { operation: 'elsewhere' } })).toBe('not asked');
  expect(judged(http, 'http.date', cutOff(0))).toBe('not asked');
});

test('JSON is clean where it has no byte order mark and no name twice', () => {
  const clean = (body: string, also: Partial<Told> = {}) => said('http.json-clean', { body, ...also });
  expect(clean('{"a":1,"b":{"a":1}}')).toBe('met');
  expect(clean('\ufeff{}')).toBe('expected JSON without a byte order mark, received one: a byte order mark');
  expect(clean('{"a":1,"a":2}')).toBe(
    'expected each name once, received 1 names twice: a name stands twice in an object',
  );
  expect(clean('{')).toBe('met');
});

test('JSON is what says so, or says nothing', () => {
  const clean = (told: Partial<Told>) => said('http.json-clean', { body: '{"a":1,"a":2}', ...told });
  expect(clean({ headers: type('application/problem+json') })).toMatch(/^expected/);
  expect(clean({ headers: type('text/html') })).toBe('not asked');
  expect(clean({ status: 429 })).toBe('not asked');
  expect(clean({ body: '' })).toBe('not asked');
  expect(clean({ request: { operation: 'elsewhere' } })).toBe('not asked');
  expect(judged(http, 'http.json-clean', cutOff(0))).toBe('not asked');
});
