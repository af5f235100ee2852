import { describe, expect, it } from 'vitest';
import { defects } from '../../reference-server/defects/index.ts';
import { describeSuites } from '../../src/engine/select.ts';
import { catalog, isRequirementId } from '../../src/spec/catalog.ts';

const covered = new Set(describeSuites().map(({ requirement }) => requirement));
const tested = catalog.filter(({ level, asked }) => level !== 'not-testable' && asked !== 'description');

describe('the suites', () => {
  it('have a check or a rule for every testable requirement', () => {
    expect(tested.filter(({ id }) => !covered.has(id)).map(({ id }) => id)).toEqual([]);
  });

  it('name only existing, testable requirements', () => {
    expect([...covered].filter((id) => !isRequirementId(id))).toEqual([]);
    expect(catalog.filter(({ id, level }) => level === 'not-testable' && covered.has(id))).toEqual([]);
  });

  it('have a defect for every requirement that can fail or warn', () => {
    const violated = new Set(defects.flatMap(({ requirements }) => requirements));
    const without = tested
      .filter(({ level }) => level === 'required' || level === 'advisory')
      .filter(({ id }) => !violated.has(id));
    expect(without.map(({ id }) => id)).toEqual([]);
  });
});
