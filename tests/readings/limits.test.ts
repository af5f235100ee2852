import { describe, expect, test } from 'vitest';
import { createLimitSteady } from '../../src/readings/limits.ts';
import { type ResponseParts, responded } from '../support/responses.ts';

/** Returns what the reading finds in responses, which are one second apart by default. */
function end(given: readonly (Omit<ResponseParts, 'at'> & { readonly at?: number })[]) {
  const rule = createLimitSteady();
  for (const [at, one] of given.entries()) rule.see(responded({ at, ...one }));
  const { tested, found } = rule.decision();
  return { tested, occurrences: found === undefined ? [] : [found] };
}

const quotas = (...limits: readonly number[]) => limits.map((limit) => ({ quota: [limit, 5, 90] as const }));
const different = 'different Limits with the same Reset';
const many = 'more than four Limits for one key and operation';

describe('Limits with the same Reset', () => {
  test('may change once, by an upgrade', () => {
    expect(end(quotas(60, 60, 60))).toMatchObject({ tested: 3, occurrences: [] });
    expect(end(quotas(60, 60, 600, 600))).toMatchObject({ tested: 4, occurrences: [] });
  });

  test('must not change back', () => {
    const { occurrences } = end(quotas(60, 600, 60));
    expect(occurrences).toMatchObject([
      {
        received: '60, then 600',
        cause: different,
      },
    ]);
    expect(occurrences[0]?.exchange).toMatchObject({ sentAt: 2000 });
  });

  test('must not change twice, whether Reset changes or not', () => {
    expect(end(quotas(60, 600, 6000)).occurrences).toMatchObject([{ cause: different }]);
    const two = [...quotas(60, 600), { quota: [60, 5, 150] as const }, { quota: [600, 5, 150] as const }];
    expect(end(two).occurrences).toMatchObject([{ cause: different }]);
  });

  test('may differ between 429s and other responses, but not within either group', () => {
    const limited = { quota: [45, 0, 90] as const, status: 429 };
    const [shown] = quotas(60);
    expect(end([{ ...shown }, limited, { ...shown }, limited]).occurrences).toEqual([]);
    const unsteady = [limited, { ...limited, quota: [50, 0, 90] as const }, limited];
    expect(end(unsteady).occurrences).toMatchObject([{ cause: different }]);
    const served = [60, 70, 80].map((limit, at) => ({ quota: [limit, 5, 90 + at] as const }));
    const limiting = [45, 50].map((limit, at) => ({ quota: [limit, 0, 90 + at] as const, status: 429 }));
    expect(end([...served, ...limiting]).occurrences).toMatchObject([{ cause: many }]);
  });

  test('may differ in overlapping requests', () => {
    const [first, second] = quotas(60, 600);
    const between = (took: number) => [
      { ...first, at: 0, took: 1 },
      { ...second, at: 1, took },
      { ...first, at: 3 },
    ];
    expect(end(between(2)).occurrences).toMatchObject([{ cause: different }]);
    expect(end(between(2.5)).occurrences).toEqual([]);
    expect(end([{ ...first, at: 0, took: 1.5 }, ...between(2).slice(1)]).occurrences).toEqual([]);
  });

  test('must not have five values, whatever the Resets are', () => {
    const given = [60, 70, 80, 90, 100].map((limit, at) => ({ quota: [limit, 5, 90 + at] as const }));
    expect(end(given.slice(0, 4)).occurrences).toEqual([]);
    expect(end(given).occurrences).toMatchObject([
      { received: '5 different Limits: 60, 70, 80, 90, 100', cause: many },
    ]);
  });

  test('may differ if Reset is on a quarter hour, when both the minute and the day may end', () => {
    const given = (reset: number) => [60, 600, 60].map((limit) => ({ quota: [limit, 5, reset] as const }));
    for (const reset of [3600, 2700, 900])
      expect(end(given(reset))).toMatchObject({ tested: 3, occurrences: [] });
    expect(end(given(1200)).occurrences).toMatchObject([{ cause: different }]);
  });
});
