import { describe, expect, test } from 'vitest';
import { addOccurrence, addReason, emptyTally, type Tally } from '../../src/engine/tally.ts';
import { exitStatuses, type Facts, outcomeOf, severities, verdictOf } from '../../src/engine/verdict.ts';
import type { Finding, Verdict } from '../../src/report/model/report.ts';
import type { Level, Requirement } from '../../src/spec/requirement.ts';

function row(level: Level): Requirement {
  return { id: 'some.row', level, title: '', source: '', asks: '', impact: 'what it means', fix: '' };
}

function tally(fill: (tally: Tally) => void = () => {}): Tally {
  const made = emptyTally();
  fill(made);
  return made;
}

const tested = tally((one) => {
  one.tested = 1;
});
const broken = tally((one) => addOccurrence(one, { expected: 'a', received: 'b', cause: 'c' }));
const notSelected = { reason: 'outside --only', unlessTested: false };
const unlessTested = { reason: 'left out', unlessTested: true };

describe('the verdict of a row', () => {
  test.each([
    ['required', 'fail'],
    ['advisory', 'warn'],
    ['observed', 'observed'],
  ] as const)('that is %s and broken is %s', (level, verdict) => {
    expect(verdictOf(row(level), broken, undefined)).toEqual({ verdict });
  });

  test('that is excluded is so whatever was seen, and says why', () => {
    for (const seen of [broken, tested, tally()])
      expect(verdictOf(row('not-testable'), seen, undefined)).toEqual({
        verdict: 'not testable',
        reason: 'what it means',
      });
  });

  test('that nothing broke is a pass', () => {
    expect(verdictOf(row('required'), tested, undefined)).toEqual({ verdict: 'pass' });
  });

  test('that held at the second try is flaky', () => {
    const flaky = tally((one) => {
      one.tested = 1;
      one.flaky = true;
    });
    expect(verdictOf(row('required'), flaky, undefined)).toEqual({ verdict: 'flaky' });
  });

  test('that is observed tells what was seen', () => {
    const seen = tally((one) => {
      one.tested = 1;
      one.seen.set('a Location', 1);
    });
    expect(verdictOf(row('observed'), seen, undefined)).toEqual({
      verdict: 'observed',
      reason: 'a Location',
    });
    expect(verdictOf(row('observed'), tested, undefined)).toStrictEqual({ verdict: 'observed' });
  });

  test('that nothing bore on gives the reason that was given most often', () => {
    const reasons = tally((one) => {
      for (const reason of ['once', 'twice', 'twice', 'later']) addReason(one, reason);
    });
    expect(verdictOf(row('required'), reasons, undefined)).toEqual({
      verdict: 'not tested',
      reason: 'twice',
    });
    expect(verdictOf(row('required'), tally(), undefined)).toEqual({
      verdict: 'not tested',
      reason: 'no response was relevant',
    });
  });

  test('that was not asked is not judged, whatever was seen', () => {
    for (const seen of [broken, tested, tally()])
      expect(verdictOf(row('required'), seen, notSelected)).toEqual({
        verdict: 'not selected',
        reason: 'outside --only',
      });
  });

  test('that was not asked but decided by the traffic is judged', () => {
    expect(verdictOf(row('required'), broken, unlessTested)).toEqual({ verdict: 'fail' });
    expect(verdictOf(row('required'), tested, unlessTested)).toEqual({ verdict: 'pass' });
    expect(verdictOf(row('required'), tally(), unlessTested)).toEqual({
      verdict: 'not selected',
      reason: 'left out',
    });
  });
});

test.each([
  ['required', 'fail'],
  ['advisory', 'warn'],
  ['observed', 'observed'],
  ['not-testable', 'not testable'],
] as const)('what is %s and broken is "%s"', (level, verdict) => {
  expect(severities[level]).toBe(verdict);
});

type Row = readonly [Level, Verdict, 'known'?];

/** The outcome of a run with these results, where nothing else is out of the ordinary. */
function outcome(rows: readonly Row[], also: Partial<Facts> = {}): string {
  const requirements = rows.map(([level, verdict], at) => {
    return { id: `row.${at}`, level, verdict, title: '', source: '', tested: 1 };
  });
  const known = requirements.filter((_row, at) => rows[at]?.[2] === 'known');
  return outcomeOf({
    ...{ interrupted: false, strict: false, failOnAdvisory: false, kitFaults: 0, checkFaults: 0 },
    ...{ waivers: [], requirements },
    findings: known.map(({ id }) => ({ requirement: id, known: true }) as Finding),
    ...also,
  });
}

const outOfDate: Partial<Facts> = {
  waivers: [{ requirement: 'row.0', state: 'expired', expires: '2020-01-01', reason: 'known', owner: 'us' }],
};
const passed: Row = ['required', 'pass'];
const failed: Row = ['required', 'fail'];
const knownFailure: Row = ['required', 'fail', 'known'];
const warned: Row = ['advisory', 'warn'];
const gap: Row = ['required', 'not tested'];

describe('a run ends as', () => {
  const cases: readonly (readonly [string, readonly Row[], Partial<Facts>, string])[] = [
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
      [passed, ['advisory', 'not tested']],
      { strict: true },
      'conforms',
    ],
    ['waivers out of date', [passed], outOfDate, 'waivers out of date'],
    ['a failure beside waivers out of date', [failed], outOfDate, 'does not conform'],
    ['waivers out of date, cut short', [], { ...outOfDate, untestable: 'x' }, 'waivers out of date'],
    ['cut short', [passed], { untestable: 'The run ended early.' }, 'could not be tested'],
    ['cut short after a failure', [failed], { untestable: 'The run ended early.' }, 'does not conform'],
    ['a fault of the kit', [passed], { kitFaults: 1 }, 'could not be tested'],
    ['a fault of a custom check', [passed], { checkFaults: 1 }, 'could not be tested'],
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
  expect(exitStatuses[ended]).toBe(status);
});
