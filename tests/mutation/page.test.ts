import { expect, it } from 'vitest';
import { readCsv } from '../docs/csv.ts';
import { page } from '../docs/markdown.ts';

/** Measuring takes hours, so this test only compares the page with its list. */
it('lists in docs/data/mutants.csv the survivors that docs/mutation.md counts', () => {
  const survivors = readCsv('mutants.csv');
  const explained = survivors.filter((one) => one['why nothing changes'] !== '');
  const text = page('docs/mutation.md');
  expect(text).toContain(`all ${survivors.length} mutants that survived or were not covered`);
  expect(text).toContain(`${explained.length} of them change nothing that a test could see`);
  for (const why of new Set(explained.map((one) => one['why nothing changes'])))
    expect(text).toContain(
      `| ${why} | ${explained.filter((one) => one['why nothing changes'] === why).length} |`,
    );
  const [, survived, missed, left] = /\*\*all\*\* .* \| (\d+) \| (\d+) \| (\d+) \| [\d.]+ %/.exec(text) ?? [];
  expect(Number(survived) + Number(missed) + Number(left)).toBe(survivors.length);
});
