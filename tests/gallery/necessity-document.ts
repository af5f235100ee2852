import type { CheckOrRule } from '../../src/checks/vocabulary.ts';
import { suites } from '../../suites/index.ts';
import { csv, readCsv } from '../docs/csv.ts';
import { code, type Documents, markdownTable } from '../docs/written.ts';
import { checks, type Necessity } from './necessity.ts';
import { checkName, redundantChecks } from './redundant-checks.ts';

const list = 'gallery-necessity.csv';

const kinds: Readonly<Record<CheckOrRule['kind'], string>> = {
  check: 'check',
  probe: 'probe',
  everyResponse: 'rule',
  conclusion: 'rule',
};

const outcomes: Readonly<Record<Necessity['kind'], string>> = {
  noticed: 'a defect is missed',
  redundant: 'others find the same',
  observes: 'only observes',
  'not selected': 'not tried',
};

/** Writes docs/gallery-necessity.md and its list: each check, in order, with the defect that is missed without it. */
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
    [`data/${list}`]: csv(
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
    'gallery-necessity.md': `<!-- Written by \`npm run gallery:necessity\`. -->

# Which check finds what

Each check, rule and probe of the kit was removed in turn. A probe that other checks share was not
removed, but sent a different request. Then the [gallery](gallery.md) ran until a defect was missed or reported under other
requirements. So each check is needed, or is listed below with the reason to keep it.

${measured}

${markdownTable(
  ['Suite', 'Checks', 'A defect is missed', 'Other checks find the same', 'Only observes', 'Not tried'],
  [...rows, ['**all**', listed.length, ...counts(listed)]],
)}

- **Only observes**: reports behavior that the specification leaves open, so it cannot miss a defect.
- **Not tried**: needs \`--description\`, which the gallery does not use.

[The list](data/${list}) names each check and a defect that is missed without it.

## Checks that catch no defect alone

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

/** Reads the results back from the list. */
export function listedNecessities(): { readonly requirement: string; readonly result: Necessity }[] {
  return readCsv(list).map((row) => ({
    requirement: `${row['requirement']} ${row['kind']}`,
    result: necessityFrom(row['without it'], row['missed defect'] ?? '', row['settings'] ?? ''),
  }));
}

/** Names a check by its requirement and kind, as `listedNecessities` does. */
export function listedName({ requirement, kind }: CheckOrRule): string {
  return `${requirement} ${kinds[kind]}`;
}

function necessityFrom(outcome: string | undefined, defect: string, settings: string): Necessity {
  const kind = (['noticed', 'observes', 'not selected'] as const).find((one) => outcomes[one] === outcome);
  switch (kind) {
    case 'noticed':
      return { kind, defect, settings };
    case 'observes':
    case 'not selected':
      return { kind };
    default:
      return { kind: 'redundant' };
  }
}
