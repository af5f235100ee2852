import { expect, test } from 'vitest';
import { planQuotas, plans } from '../../src/spec/operations.ts';

test('each plan has the quotas of the specification, and Enterprise has none', () => {
  expect(plans.map((plan) => [plan, plan === 'enterprise' ? undefined : planQuotas[plan]])).toEqual([
    ['free', { minute: 60, day: 1_000 }],
    ['pro', { minute: 300, day: 10_000 }],
    ['business', { minute: 1_000, day: 100_000 }],
    ['enterprise', undefined],
  ]);
});
