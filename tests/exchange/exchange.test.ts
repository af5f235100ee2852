import { describe, expect, test } from 'vitest';
import {
  type Exchange,
  type FaultKind,
  failedConcurrently,
  isFailure,
  isShed,
  isSuperseded,
  isTransientFault,
  mayBeAway,
  wasCutLocally,
} from '../../src/exchange/exchange.ts';
import { cutOff, responded } from '../support/responses.ts';

const response = (status: number, also: Partial<Exchange> = {}) => ({
  ...responded({ at: 0, status }),
  ...also,
});

const fault = (kind: FaultKind, also: Partial<Exchange> = {}): Exchange => ({
  ...cutOff(0),
  outcome: { kind: 'fault', fault: { kind, sentence: 'it failed' } },
  ...also,
});

describe('a fault counts as transient', () => {
  test.each<FaultKind>(['cut', 'timeout', 'refused', 'unreachable', 'proxy'])('if it is "%s"', (kind) => {
    expect(isTransientFault(fault(kind))).toBe(true);
  });

  test.each<FaultKind>(['unknown-host', 'tls', 'not-http', 'too-big', 'aborted'])(
    'but not if it is "%s"',
    (kind) => {
      expect(isTransientFault(fault(kind))).toBe(false);
    },
  );

  test('if a gateway reports it', () => {
    expect(isTransientFault(response(503))).toBe(true);
    expect(isTransientFault(response(500))).toBe(false);
  });
});

test('a 503 counts as shed by a gateway only within the quota', () => {
  expect(isShed(response(503))).toBe(true);
  expect(isShed(response(503, { overLimit: true }))).toBe(false);
  expect(isShed(response(500))).toBe(false);
  expect(isShed(cutOff(0))).toBe(false);
});

test.each<[what: string, exchange: Exchange, isFailed: boolean]>([
  ['a cut connection', fault('cut'), true],
  ['a time-out', fault('timeout'), true],
  ['a 500', response(500), true],
  ['a 503', response(503), true],
  ['a 501', response(501), false],
  ['a 404', response(404), false],
  ['a 503 over the limit', response(503, { overLimit: true }), false],
  ['an interruption', fault('aborted'), false],
  ['a response that is not HTTP', fault('not-http'), false],
])('%s is a failure: %s', (_what, exchange, isFailed) => {
  expect(isFailure(exchange)).toBe(isFailed);
  expect(failedConcurrently({ ...exchange, concurrent: 2 })).toBe(isFailed);
  expect(failedConcurrently(exchange)).toBe(false);
});

test.each<[what: string, exchange: Exchange, mayBe: boolean]>([
  ['a 502', response(502), true],
  ['a 500', response(500), false],
  ['a refused connection', fault('refused'), true],
  ['a connection that closed before the first byte', fault('cut'), true],
  ['a time-out', fault('timeout'), true],
  ['a connection that had carried other requests, and closed', { ...fault('cut'), isReused: true }, false],
  ['a 502 over the limit', response(502, { overLimit: true }), false],
])('%s may show that the target is away: %s', (_what, exchange, mayBe) => {
  expect(mayBeAway(exchange)).toBe(mayBe);
});

test('a connection that closes during the response does not show that the target is away', () => {
  const inBody = { kind: 'fault', fault: { kind: 'cut', sentence: '', status: 200 } } as const;
  expect(mayBeAway({ ...fault('cut'), outcome: inBody })).toBe(false);
});

test('an exchange is not judged if its request is sent again', () => {
  expect(isSuperseded(response(503))).toBe(false);
  expect(isSuperseded(response(503, { again: true }))).toBe(true);
});

test('an interruption or a proxy says nothing about the target', () => {
  for (const kind of ['aborted', 'proxy'] as const) {
    expect(wasCutLocally(fault(kind))).toBe(true);
    expect(isSuperseded(fault(kind))).toBe(true);
  }
  expect(wasCutLocally(fault('cut'))).toBe(false);
  expect(wasCutLocally(response(503))).toBe(false);
});
