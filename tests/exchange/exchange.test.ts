import { describe, expect, test } from 'vitest';
import {
  type Exchange,
  type FaultKind,
  isRetried,
  isShed,
  isSuperseded,
  isTransientFault,
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

describe('a fault is transient', () => {
  test.each<FaultKind>(['cut', 'timeout', 'refused', 'unreachable', 'proxy'])('if it is "%s"', (kind) => {
    expect(isTransientFault(fault(kind))).toBe(true);
  });

  test.each<FaultKind>(['unknown-host', 'tls', 'not-http', 'too-big', 'aborted'])('but not "%s"', (kind) => {
    expect(isTransientFault(fault(kind))).toBe(false);
  });

  test('if a gateway reports it', () => {
    expect(isTransientFault(response(503))).toBe(true);
    expect(isTransientFault(response(500))).toBe(false);
  });
});

test('a gateway sheds requests within the quota only', () => {
  expect(isShed(response(503))).toBe(true);
  expect(isShed(response(503, { overLimit: true }))).toBe(false);
  expect(isShed(response(500))).toBe(false);
  expect(isShed(cutOff(0))).toBe(false);
});

test.each<[what: string, exchange: Exchange, retried: boolean]>([
  ['a transient fault', fault('cut'), true],
  ['a second transient fault', fault('cut', { attempt: 2 }), false],
  ['a second one while others were in flight', fault('cut', { attempt: 2, concurrent: 2 }), true],
  ['a 500 while others were in flight', response(500, { concurrent: 2 }), true],
  ['a 503', response(503), true],
  ['a second 503 alone', response(503, { attempt: 2 }), false],
  ['a second 503 while others were in flight', response(503, { attempt: 2, concurrent: 2 }), true],
  ['a 503 over the limit', response(503, { overLimit: true }), false],
  ['a response', response(500), false],
  ['an interruption', fault('aborted'), false],
])('%s is retried: %s', (_what, exchange, retried) => {
  expect(isRetried(exchange)).toBe(retried);
  expect(isSuperseded(exchange)).toBe(retried || wasCutLocally(exchange));
});

test('an interruption or a proxy says nothing about the target', () => {
  for (const kind of ['aborted', 'proxy'] as const) {
    expect(wasCutLocally(fault(kind))).toBe(true);
    expect(isSuperseded(fault(kind, { attempt: 2 }))).toBe(true);
  }
  expect(wasCutLocally(fault('cut'))).toBe(false);
  expect(wasCutLocally(response(503))).toBe(false);
});
