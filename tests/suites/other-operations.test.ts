import { describe, expect, test } from 'vitest';
import { get } from '../../src/checks/requests.ts';
import { orders, petById } from '../../src/spec/operations.ts';
import others from '../../suites/other-operations.ts';
import { cutOff, responded } from '../support/responses.ts';
import { judged, observed } from './judged.ts';

describe.each([
  ['pets.exists', petById, orders, [405, 501], '405 or 501'],
  ['orders.exists', orders, petById, [404, 405, 501], '404, 405 or 501'],
] as const)('%s', (requirement, operation, other, missing, words) => {
  const got = (status: number, request = get(operation)) => responded({ at: 0, status, request });

  test('warns about statuses that mean a missing operation', () => {
    for (const status of missing)
      expect(judged(others, requirement, got(status))).toBe(
        `expected a status other than ${words}, received status ${status}: returned ${status}`,
      );
    const allowed = [200, 204, 308, 401, 403, 404, 410, 500].filter(
      (status) => !missing.some((one) => one === status),
    );
    for (const status of allowed) expect(judged(others, requirement, got(status)), `${status}`).toBe('met');
  });

  test('notes any other response to the key', () => {
    expect(observed(others, requirement, got(403), got(403))).toBe('status 403 (2 times)');
  });

  test('is not tested by a 429, a missing response, another operation or no key', () => {
    expect(judged(others, requirement, got(429))).toBe('not judged: every response was 429');
    for (const exchange of [
      got(501, get(other)),
      got(501, get(operation, 'none')),
      { ...cutOff(0), request: get(operation) },
    ])
      expect(judged(others, requirement, exchange)).toBe('not selected');
  });
});

test('sends one once and the other twice, with the key', () => {
  const made = others.checks.flatMap((one) =>
    one.kind === 'probe' ? [one.make({ name: () => 'kitaaaa', random: () => 0 })] : [],
  );
  expect(made).toEqual([get(petById), get(orders), get(petById)]);
});
