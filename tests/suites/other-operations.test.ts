import { expect, test } from 'vitest';
import { get } from '../../src/checks/requests.ts';
import { orders, petById } from '../../src/spec/operations.ts';
import others from '../../suites/other-operations.ts';
import { cutOff, responded } from '../support/responses.ts';
import { observed } from './judged.ts';

test.each([
  ['pets.exists', petById, orders],
  ['orders.exists', orders, petById],
] as const)('%s tells what the operation answers to the key', (row, operation, other) => {
  const got = (status: number, request = get(operation)) => responded({ at: 0, status, request });
  expect(observed(others, row, got(404), got(404))).toBe('status 404 (2 times)');
  expect(observed(others, row, got(200, get(other)))).toBeUndefined();
  expect(observed(others, row, got(401, get(operation, 'none')))).toBeUndefined();
  expect(observed(others, row, cutOff(0))).toBeUndefined();
});

test('both are asked for once, with the key', () => {
  const made = others.checks.flatMap((member) =>
    member.kind === 'probe' ? [member.make({ name: () => 'kitaaaa', random: () => 0 })] : [],
  );
  expect(made).toEqual([get(petById), get(orders)]);
});
