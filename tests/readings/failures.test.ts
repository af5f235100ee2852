import { describe, expect, test } from 'vitest';
import { post } from '../../src/checks/requests.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { createFailures } from '../../src/readings/failures.ts';
import { cutOff, type ResponseParts, responded } from '../support/responses.ts';

const creation = { request: post(Buffer.from('{"name":"kitqzaaaa"}')), status: 201 };
const at = (time: number, also: Partial<ResponseParts> = {}, connection = 1): Exchange => ({
  ...responded({ at: time, took: 0.1, ...also }),
  connection,
});

/** Passes exchanges to the reading. Each request that got a 5xx is immediately sent again and then succeeds. */
function passing(...exchanges: readonly Exchange[]) {
  const failures = createFailures();
  for (const exchange of exchanges) {
    failures.see(exchange, { isRepeated: false });
    if (exchange.outcome.kind === 'response' && exchange.outcome.response.status < 500) continue;
    failures.see({ ...responded({ at: exchange.readAt / 1000 + 0.4 }), connection: 1 }, { isRepeated: true });
    failures.pass(exchange);
  }
  return failures.decision();
}

describe('transient failures', () => {
  test('say where they occurred', () => {
    const { passed, isUnsteady } = passing(at(0), at(0.5, { status: 500 }), at(2.5, { status: 500 }));
    expect(passed.map(({ at }) => at)).toEqual([undefined, 'GET as the first request after a pause']);
    expect(passed.every(({ place }) => place === undefined)).toBe(true);
    expect(isUnsteady).toBe(false);
  });

  test.each<[place: string, fails: (time: number) => readonly Exchange[], others: readonly Exchange[]]>([
    ['GET right after a POST', (time) => [at(time, creation), at(time + 0.2, { status: 500 })], [at(9.2)]],
    ['GET as the first request on its connection', (time) => [at(time, { status: 500 }, time)], [at(9.2)]],
    ['GET as the first request after a pause', (time) => [at(time, { status: 503 })], [at(2.6)]],
  ])(
    'are not attributed to chance if every request at one place failed, at least three times: %s',
    (place, fails, others) => {
      const three = [2, 4, 6].flatMap(fails);
      const some = [at(0), ...others, ...three].toSorted((a, b) => a.sentAt - b.sentAt);
      expect(passing(...some).passed.map((one) => one.place)).toEqual(Array(3).fill(place));
      expect(passing(at(0), ...[2, 4].flatMap(fails)).passed.map((one) => one.place)).not.toContain(place);
      const right = fails(8).map((one) => ({ ...one, outcome: at(0, { status: 200 }).outcome }));
      expect(passing(...some, ...right).passed.map((one) => one.place)).not.toContain(place);
    },
  );

  test('are too many if there are five or more, and at least a tenth of the requests', () => {
    const failing = (count: number) =>
      Array.from({ length: count }, (_, i) => at(20 + i / 2, { status: 500 }));
    const fine = Array.from({ length: 20 }, (_, i) => at(i / 2));
    expect(passing(...fine, ...failing(4)).isUnsteady).toBe(false);
    expect(passing(...fine, ...failing(5)).isUnsteady).toBe(true);
    expect(passing(...fine, ...fine, ...failing(5)).isUnsteady).toBe(false);
  });
});

test('a status is proven for a requirement once two of its requests fail with that status', () => {
  const failures = createFailures();
  const failed = { ...at(0, { status: 500, request: creation.request }), sentFor: 'invalid.name-type' };
  failures.prove(failed);
  expect(failures.isProven(failed)).toBe(false);
  failures.prove(failed);
  expect(failures.isProven(failed)).toBe(true);
  expect(failures.isProven({ ...failed, sentFor: 'invalid.body-type' })).toBe(false);
  expect(failures.isProven({ ...failed, outcome: cutOff(0).outcome })).toBe(false);
});

test('the run gives up on an operation after three timeouts', () => {
  const timeout: Exchange = {
    ...cutOff(0),
    outcome: { kind: 'fault', fault: { kind: 'timeout', sentence: '' } },
  };
  const failures = createFailures();
  for (const one of [timeout, { ...timeout, overLimit: true }, timeout])
    failures.see(one, { isRepeated: false });
  expect(failures.whyNotSent(timeout.request)).toBeUndefined();
  failures.see(timeout, { isRepeated: true });
  expect(failures.whyNotSent(timeout.request)).toMatchObject({ kind: 'operation silent' });
  expect(failures.whyNotSent(creation.request)).toBeUndefined();
});
