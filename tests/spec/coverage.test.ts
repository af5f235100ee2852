import { describe, expect, it } from 'vitest';
import { defects } from '../../reference-server/defects/index.ts';
import { describeSuites } from '../../src/engine/select.ts';
import { catalog, isRequirementId } from '../../src/spec/catalog.ts';

const borne = new Set(describeSuites().map(({ requirement }) => requirement));
const tested = catalog.filter(({ level, asked }) => level !== 'not-testable' && asked !== 'description');

describe('the suites and the ledger', () => {
  it('leave no row without a check or a rule', () => {
    expect(tested.filter(({ id }) => !borne.has(id)).map(({ id }) => id)).toEqual([]);
  });

  it('name no row that the ledger does not know, and none that is excluded', () => {
    expect([...borne].filter((id) => !isRequirementId(id))).toEqual([]);
    expect(catalog.filter(({ id, level }) => level === 'not-testable' && borne.has(id))).toEqual([]);
  });

  it('have a defect for every row that can fail or warn', () => {
    const broken = new Set(defects.flatMap(({ requirements }) => requirements));
    const without = tested
      .filter(({ level }) => level === 'required' || level === 'advisory')
      .filter(({ id }) => !broken.has(id));
    expect(without.map(({ id }) => id)).toEqual([]);
  });
});
