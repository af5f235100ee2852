import { expect, test } from 'vitest';
import versioning from '../../suites/versioning.ts';
import { answered, cutOff } from '../support/answers.ts';
import { concluded, observed } from './judged.ts';

const said = (base: string, ...exchanges: readonly ReturnType<typeof cutOff>[]) =>
  concluded(versioning, 'versioning.base-path', exchanges, { base: new URL(base) });
const got = answered({ at: 0 });

test.each(['http://a.test/v1', 'http://a.test/v1/', 'http://a.test/shop/v1', 'http://a.test/v2/v1/'])(
  'the address %s ends in v1',
  (base) => {
    expect(said(base, got)).toBe('met');
  },
);

test.each([
  ['http://a.test/v2', 'an address that ends in "v2"'],
  ['http://a.test/v1/api', 'an address that ends in "api"'],
  ['http://a.test/apiv1', 'an address that ends in "apiv1"'],
  ['http://a.test', 'an address without a path'],
])('the address %s does not end in v1', (base, received) => {
  expect(said(base, got)).toBe(
    `expected an address that ends in "v1", received ${received}: the address does not end in v1`,
  );
});

test('the address is judged once anything answers there', () => {
  expect(said('http://a.test/v2')).toBe('not asked');
  for (const base of ['http://a.test/v1', 'http://a.test/v2'])
    expect(said(base, { ...cutOff(0), attempt: 2 })).toBe('not asked');
});

test('a sunset is looked for in answers to the valid key', () => {
  const request = { operation: 'petById' } as const;
  const row = 'versioning.sunset';
  expect(observed(versioning, row, { ...answered({ at: 0, request }), credential: 'none' })).toBeUndefined();
  expect(
    observed(versioning, row, { ...cutOff(0), request: { ...got.request, ...request } }),
  ).toBeUndefined();
});
