import { describe, expect, it } from 'vitest';
import type { Change } from '../../reference-server/changes/change.ts';
import { variants as listed } from '../../reference-server/variants/index.ts';
import type { Row } from '../gallery/row.ts';
import { defects, variants } from '../gallery/rows/reference.ts';
import { divide, isLimiter } from './tiers.ts';

describe('the defects', () => {
  it('are each in exactly one tier, and the quick tier covers each requirement that has a defect', () => {
    const { quick, extended } = defects;
    const all = [...quick, ...extended];
    expect(new Set(all).size).toBe(all.length);
    const idsOf = (rows: readonly Row[]) => new Set(rows.flatMap(({ expect: { reports } }) => reports));
    expect(idsOf(quick)).toEqual(idsOf(all));
    expect(quick.length).toBeLessThan(all.length / 3);
  });
});

describe('the variants', () => {
  it('in the quick tier include an eighth of the limiters and a twelfth of the rest', () => {
    const isIt = ({ change }: { readonly change: Change }) => isLimiter(change);
    const { quick: limiters, extended: others } = divide(variants.quick, isIt);
    const all = divide([...variants.quick, ...variants.extended], isIt);
    expect(all.quick.length + all.extended.length).toBe(listed.length);
    expect(limiters).toHaveLength(Math.ceil(all.quick.length / 8));
    expect(others).toHaveLength(Math.ceil(all.extended.length / 12));
  });
});
