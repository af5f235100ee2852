import type { CheckOrRule } from '../../src/checks/vocabulary.ts';
import { suites } from '../../suites/index.ts';
import { csv, readCsv } from '../docs/csv.ts';
import { isThere } from '../docs/markdown.ts';
import { code, type Documents, markdownTable } from '../docs/written.ts';
import { checks, type Necessity } from './necessity.ts';
import { checkName, redundantChecks } from './redundant-checks.ts';

/** The list that the last measurement on this machine wrote, if there was one. */
const list = 'reports/gallery-necessity.csv';

const kinds: Readonly<Record<CheckOrRule['kind'], string>> = {
  check: 'check',
  probe: 'probe',
  everyResponse: 'rule',
  conclusion: 'rule',
};

const outcomes: Readonly<Record<Necessity['kind'], string>> = {
  noticed: 'a defect is missed',
  redundant: 'other checks find the same',
  observes: 'only observes',
  'not selected': 'not tried',
};

/** Writes `reports/gallery-necessity.md` and its list: each check, in order, with the defect that is missed without it. */
export function necessityDocuments(results: readonly Necessity[], measured: string): Documents {
  const listed = checks.map(([suite, check], index) => ({
    suite,
    check,
    result: results[index] ?? ({ kind: 'redundant' } as const),
  }));
  const counts = (some: typeof listed) => {
    const count = (kind: Necessity['kind']) => some.filter(({ result }) => result.kind === kind).length;
    return [count('noticed'), count('redundant'), count('observes'), count('not selected')];
  };
  const rows = suites.map((suite) => {
    const own = listed.filter((one) => one.suite === suite);
    return [suite.title, own.length, ...counts(own)];
  });
  const missed = listed.filter(({ result }) => result.kind === 'redundant');
  return {
    [list]: csv(
      ['requirement', 'check', 'kind', 'without it', 'missed defect', 'settings'],
      listed.map(({ check, result }) => [
        check.requirement,
        check.title,
        kinds[check.kind],
        outcomes[result.kind],
        result.kind === 'noticed' ? result.defect : '',
        result.kind === 'noticed' ? result.settings : '',
      ]),
    ),
    'reports/gallery-necessity.md': `# Which check finds what

${measured}

${markdownTable(
  ['Suite', 'Checks', 'A defect is missed', 'Other checks find the same', 'Only observes', 'Not tried'],
  [...rows, ['**all**', listed.length, ...counts(listed)]],
)}

${markdownTable(
  ['Requirement', 'Check', 'Why it stays'],
  missed.map(({ check }) => [
    code(check.requirement),
    check.title,
    redundantChecks[checkName(check)] ?? 'unexplained',
  ]),
)}
`,
  };
}

/** Lists, for each check of the last measurement, the defect that was missed without it, so that this defect is tried first. */
export function defectsMissedBefore(): readonly string[] {
  return isThere(list) ? readCsv(list).map((row) => row['missed defect'] ?? '') : [];
}
