import { describe, expect, it } from 'vitest';
import type { Row } from '../../gallery/row.ts';
import type { Change } from '../../reference-server/changes/change.ts';
import { variants as listed } from '../../reference-server/variants/index.ts';
import { defects, variants } from '../gallery/rows/reference.ts';
import { behaviors } from '../hostile/behaviors.ts';
import { type Divided, divide, divideByCommit, divideDefects, isLimiter } from './tiers.ts';

function expectWhole<Item>({ quick, extended }: Divided<Item>, items: readonly Item[]): void {
  expect(quick.filter((item) => extended.includes(item))).toEqual([]);
  expect(new Set([...quick, ...extended])).toEqual(new Set(items));
  expect(quick.length + extended.length).toBe(items.length);
}

describe('divide', () => {
  it('keeps the order, loses nothing and repeats nothing', () => {
    const items = [1, 2, 3, 4, 5];
    expect(divide(items, (item) => item % 2 === 0)).toEqual({ quick: [2, 4], extended: [1, 3, 5] });
  });
});

describe('the defects', () => {
  const defect = (id: string, ...reports: string[]) => ({ id, expect: { reports } });

  it('include one of each requirement in the quick tier, in memory if possible', () => {
    const list = [
      defect('socket', 'a'),
      defect('first', 'a'),
      defect('second', 'a'),
      defect('pair', 'a', 'c'),
      defect('rest', 'b'),
    ];
    const { quick, extended } = divideDefects(list, ({ id }) => id !== 'socket' && id !== 'rest');
    expect(quick.map(({ id }) => id)).toEqual(['first', 'pair', 'rest']);
    expect(extended.map(({ id }) => id)).toEqual(['socket', 'second']);
  });

  it('of the gallery are all in one tier, and the quick tier has one for each requirement with a defect', () => {
    const { quick, extended } = defects;
    const all = [...quick, ...extended];
    expectWhole(defects, all);
    const idsOf = (rows: readonly Row[]) => new Set(rows.flatMap(({ expect: { reports } }) => reports));
    expect(idsOf(quick)).toEqual(idsOf(all));
    expect(quick.length).toBeLessThan(all.length / 3);
  });
});

describe('the variants', () => {
  it('include an eighth of the limiters and a twelfth of the others in the quick tier', () => {
    const isIt = ({ change }: { readonly change: Change }) => isLimiter(change);
    const { quick: limiters, extended: others } = divide(variants.quick, isIt);
    const all = divide([...variants.quick, ...variants.extended], isIt);
    expect(all.quick.length + all.extended.length).toBe(listed.length);
    expect(limiters).toHaveLength(Math.ceil(all.quick.length / 8));
    expect(others).toHaveLength(Math.ceil(all.extended.length / 12));
  });

  it.each([
    ['token-bucket', true],
    ['bucket-per-route', true],
    ['401-uncounted', true],
    ['retry-after-date', true],
    ['day-described', true],
    ['ids-negative', false],
    ['chunked', false],
  ])('classify %s as a limiter: %s', (wanted, expected) => {
    const changes = listed.filter(({ id }) => id === wanted).map(({ change }) => change);
    expect(changes.map(isLimiter)).toEqual([expected]);
  });
});

describe('the hostile targets', () => {
  it.each(['', '00000000', '93f8cf9ca', 'ffffffff00'])('are each in one tier at the commit "%s"', (hash) => {
    const parts = divideByCommit(behaviors, 8, hash);
    expectWhole(parts, behaviors);
    expect(Math.abs(parts.quick.length - behaviors.length / 8)).toBeLessThan(1);
  });

  it('are each in the quick tier at some commit', () => {
    const hashes = Array.from({ length: 8 }, (_, index) => index.toString(16).padStart(8, '0'));
    const seen = hashes.flatMap((hash) => divideByCommit(behaviors, 8, hash).quick);
    expect(new Set(seen)).toEqual(new Set(behaviors));
  });
});
