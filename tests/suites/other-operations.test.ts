import { expect, test } from 'vitest';
import { get } from '../../src/checks/requests.ts';
import { orders, petById } from '../../src/spec/operations.ts';
import others from '../../suites/other-operations.ts';
import { cutOff, responded } from '../support/responses.ts';
import { observed } from './judged.ts';

test.each([
  ['pets.exists', petById, orders],
  ['orders.exists', orders, petById],
] as const)('%s notes the response of the operation to the key', (requirement, operation, other) => {
  const got = (status: number, request = get(operation)) => responded({ at: 0, status, request });
  expect(observed(others, requirement, got(404), got(404))).toBe('status 404 (2 times)');
  expect(observed(others, requirement, got(200, get(other)))).toBeUndefined();
  expect(observed(others, requirement, got(401, get(operation, 'none')))).toBeUndefined();
  expect(observed(others, requirement, cutOff(0))).toBeUndefined();
});

test('sends one once and the other twice, with the key', () => {
  const made = others.checks.flatMap((one) =>
    one.kind === 'probe' ? [one.make({ name: () => 'kitaaaa', random: () => 0 })] : [],
  );
  expect(made).toEqual([get(petById), get(orders), get(petById)]);
});
