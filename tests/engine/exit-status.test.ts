import { describe, expect, test } from 'vitest';
import { type Ending, exitStatusOf, outcomeOf } from '../../src/engine/exit-status.ts';
import type { Verdict } from '../../src/report/model/report.ts';
import type { Level } from '../../src/spec/requirement.ts';

type Row = readonly [Level, Verdict, 'known'?];

/** How a run ends with these rows, where nothing else is out of the ordinary. */
function outcome(rows: readonly Row[], also: Partial<Ending> = {}): string {
  const verdicts = rows.map(([level, verdict, known]) => ({
    level,
    verdict,
    ...(known === undefined ? {} : { known: true }),
  }));
  return outcomeOf({
    interrupted: false,
    waiversOutOfDate: false,
    faults: 0,
    strict: false,
    failOnAdvisory: false,
    ...also,
    verdicts,
  });
}

const passed: Row = ['required', 'pass'];
const failed: Row = ['required', 'fail'];
const knownFailure: Row = ['required', 'fail', 'known'];
const warned: Row = ['advisory', 'warn'];
const gap: Row = ['required', 'not exercised'];

describe('a run ends as', () => {
  const cases: readonly (readonly [string, readonly Row[], Partial<Ending>, string])[] = [
    ['one row that passed', [passed], {}, 'conforms'],
    ['one row that failed', [passed, failed], {}, 'does not conform'],
    ['failures that are known', [passed, knownFailure], {}, 'nothing new'],
    ['a known failure alone', [knownFailure], {}, 'nothing new'],
    ['a known failure and a new one', [knownFailure, failed], {}, 'does not conform'],
    ['a warning', [passed, warned], {}, 'conforms'],
    ['a warning alone', [warned], {}, 'conforms'],
    ['a warning that is to fail', [passed, warned], { failOnAdvisory: true }, 'does not conform'],
    ['no warning where one would fail', [passed], { failOnAdvisory: true }, 'conforms'],
    ['what passed at the second try', [['required', 'flaky']], {}, 'conforms'],
    ['what is waived', [['required', 'waived']], {}, 'conforms'],
    ['nothing that was exercised', [gap], {}, 'could not be tested'],
    ['no row at all', [], {}, 'could not be tested'],
    ['observations alone', [['observed', 'observed']], {}, 'could not be tested'],
    ['a gap', [passed, gap], {}, 'conforms'],
    ['a gap with --strict', [passed, gap], { strict: true }, 'could not be tested'],
    ['no gap with --strict', [passed], { strict: true }, 'conforms'],
    [
      'a gap of an advisory row with --strict',
      [passed, ['advisory', 'not exercised']],
      { strict: true },
      'conforms',
    ],
    ['waivers out of date', [passed], { waiversOutOfDate: true }, 'waivers out of date'],
    ['a failure beside waivers out of date', [failed], { waiversOutOfDate: true }, 'does not conform'],
    [
      'waivers out of date, cut short',
      [],
      { waiversOutOfDate: true, untestable: 'x' },
      'waivers out of date',
    ],
    ['cut short', [passed], { untestable: 'The run was cut short.' }, 'could not be tested'],
    ['cut short after a failure', [failed], { untestable: 'The run was cut short.' }, 'does not conform'],
    ['a fault of the kit', [passed], { faults: 1 }, 'could not be tested'],
    ['interrupted', [passed], { interrupted: true }, 'interrupted'],
    ['interrupted after a failure', [failed], { interrupted: true }, 'interrupted'],
  ];
  test.each(cases)('%s', (_title, rows, also, expected) => {
    expect(outcome(rows, also)).toBe(expected);
  });
});

test.each([
  ['conforms', 0],
  ['nothing new', 0],
  ['does not conform', 1],
  ['waivers out of date', 1],
  ['wrong command or configuration', 2],
  ['could not be tested', 3],
  ['interrupted', 130],
] as const)('"%s" exits with %i', (ended, status) => {
  expect(exitStatusOf(ended)).toBe(status);
});
