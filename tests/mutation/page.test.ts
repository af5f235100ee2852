import { expect, it } from 'vitest';
import { readCsv } from '../docs/csv.ts';
import { page } from '../docs/markdown.ts';

/** Measuring takes hours, so this test only compares the page with its list. */
it('lists in docs/data/mutants.csv the survivors that docs/mutation.md counts', () => {
  const survivors = readCsv('mutants.csv');
  const reasons = survivors.map((one) => one['why nothing changes'] ?? '').filter((why) => why !== '');
  const text = page('docs/mutation.md');
  expect(text).toContain(`all ${survivors.length} mutants that were not killed`);
  for (const why of new Set(reasons))
    expect(text).toContain(`| ${why} | ${reasons.filter((one) => one === why).length} |`);
  const [, equivalent, endless, alive] =
    /\*\*all\*\* \| \d+ \| \d+ \| (\d+) \| (\d+) \| (\d+) \|/.exec(text) ?? [];
  expect(Number(equivalent)).toBe(reasons.length);
  expect(Number(equivalent) + Number(endless) + Number(alive)).toBe(survivors.length);
});
