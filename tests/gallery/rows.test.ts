import { describe, expect, it } from 'vitest';
import { catalog } from '../../src/spec/catalog.ts';
import type { Divided } from '../support/tiers.ts';
import type { Row } from './row.ts';
import { hostile } from './rows/hostile.ts';
import { limiters } from './rows/limiters.ts';
import { phenomenonRows } from './rows/phenomena.ts';
import { defects, variants } from './rows/reference.ts';
import { builtStacks, stacks } from './rows/stacks.ts';
import { strangerRows } from './rows/strangers.ts';
import { selectRows } from './select-rows.ts';

const both = ({ quick, extended }: Divided<Row>): readonly Row[] => [...quick, ...extended];

/** Every family, with the minimum number of servers in it. */
const families: readonly (readonly [name: Row['family'], rows: readonly Row[], least: number])[] = [
  ['defects', both(defects), 300],
  ['variants', both(variants), 129],
  ['limiters', both(limiters), 255],
  ['strangers', strangerRows, 80],
  ['hostile', both(hostile), 205],
  ['stacks', [...both(stacks), ...builtStacks], 25],
  ['phenomena', phenomenonRows, 15],
];

const ids = catalog.map(({ id }) => id);

describe.each(families)('the rows of %s', (family, rows, least) => {
  it('have their family and a unique id', () => {
    expect(rows.filter((row) => row.family !== family)).toEqual([]);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(rows.length).toBeGreaterThanOrEqual(least);
  });

  it('say what the server does and where the row comes from', () => {
    const silent = rows.filter(({ title, origin }) => title.trim() === '' || origin.trim() === '');
    expect(silent.map(({ id }) => id)).toEqual([]);
  });

  it('name existing requirements', () => {
    const named = rows.flatMap(({ expect: { reports, oneOf = [], may = [], passes = [] } }) => [
      ...[...reports, ...oneOf, ...may, ...passes],
    ]);
    expect([...new Set(named)].filter((id) => !ids.includes(id))).toEqual([]);
  });
});

describe('--only', () => {
  it('selects rows of both tiers by patterns of ids, in which * matches anything', () => {
    const { quick, extended } = selectRows(limiters, 'gcra *,token-bucket right');
    const ids = both({ quick, extended }).map(({ id }) => id);
    expect(ids).toContain('token-bucket right');
    expect(ids.filter((id) => !/^gcra |^token-bucket right$/.test(id))).toEqual([]);
    expect(extended.length).toBeGreaterThan(5);
  });

  it('rejects a pattern that matches nothing', () => {
    expect(() => selectRows(limiters, 'gcra right,gcra wrong')).toThrow(
      /^--only: no row matches "gcra wrong"\./,
    );
  });
});
