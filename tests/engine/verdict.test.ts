import { describe, expect, test } from 'vitest';
import { addOccurrence, addReason, emptyTally, type Tally } from '../../src/engine/tally.ts';
import { type DecisiveFacts, runOutcomeOf, verdictOf } from '../../src/engine/verdict.ts';
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
const notSelected = { because: 'run', reason: 'outside --only', unlessTested: false } as const;
const unlessTested = { because: 'run', reason: 'left out', unlessTested: true } as const;

describe('the verdict of a requirement', () => {
  test('without a relevant response gives the most frequent reason', () => {
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

  test('that is not selected is not judged, whatever was found', () => {
    for (const seen of [broken, tested, tally()])
      expect(verdictOf(row('required'), seen, notSelected)).toEqual({
        verdict: 'not selected',
        reason: 'outside --only',
      });
  });

  test('that is not selected, but tested by other requests, is judged', () => {
    expect(verdictOf(row('required'), broken, unlessTested)).toEqual({ verdict: 'fail' });
    expect(verdictOf(row('required'), tested, unlessTested)).toEqual({ verdict: 'pass' });
    expect(verdictOf(row('required'), tally(), unlessTested)).toEqual({
      verdict: 'not selected',
      reason: 'left out',
    });
  });
});

type Result = readonly [Level, Verdict, 'known'?];

type Also = Partial<Omit<DecisiveFacts, 'scope'>> & { readonly full?: boolean };

/** Returns the outcome of an otherwise ordinary run with these results. */
function outcome(results: readonly Result[], { full = true, ...also }: Also = {}): string {
  const requirements = results.map(([level, verdict], at) => {
    return { id: `row.${at}`, level, verdict, title: '', source: '', tested: 1 };
  });
  const known = requirements.filter((_row, at) => results[at]?.[2] === 'known');
  return runOutcomeOf({
    interrupted: false,
    strict: false,
    strictSelection: false,
    failOnAdvisory: false,
    kitFaults: 0,
    checkFaults: 0,
    scope: {
      required: 45,
      selected: 45,
      passed: 45,
      failed: 0,
      waived: 0,
      full,
      notSelected: [],
      notTested: [],
    },
    waivers: [],
    requirements,
    findings: known.map(({ id }) => ({ requirement: id, known: true }) as Finding),
    ...also,
  });
}

const waiver = { requirement: 'row.0', expires: '2020-01-01', reason: 'known', owner: 'us' };
const outOfDate: Also = { waivers: [{ ...waiver, state: 'expired' }] };
const unneeded: Also = { waivers: [{ ...waiver, state: 'stale' }] };
const passed: Result = ['required', 'pass'];
const failed: Result = ['required', 'fail'];
const knownFailure: Result = ['required', 'fail', 'known'];
const warned: Result = ['advisory', 'warn'];
const gap: Result = ['required', 'not tested'];

describe('the outcome of a run with', () => {
  const cases: readonly (readonly [string, readonly Result[], Also, string])[] = [
    ['one passed requirement', [passed], {}, 'conforms'],
    ['one failed requirement', [passed, failed], {}, 'does not conform'],
    ['only known failures', [passed, knownFailure], {}, 'nothing new'],
    ['a known failure and nothing else', [knownFailure], {}, 'nothing new'],
    ['a known failure and a new one', [knownFailure, failed], {}, 'does not conform'],
    ['a warning', [passed, warned], {}, 'conforms'],
    ['a warning and nothing else', [warned], {}, 'conforms'],
    ['a warning and --fail-on advisory', [passed, warned], { failOnAdvisory: true }, 'does not conform'],
    ['no warning and --fail-on advisory', [passed], { failOnAdvisory: true }, 'conforms'],
    ['a flaky requirement', [['required', 'flaky']], {}, 'conforms'],
    ['a waived failure', [['required', 'waived']], {}, 'nothing new'],
    ['a waived failure with --strict', [passed, ['required', 'waived']], { strict: true }, 'nothing new'],
    ['a waived failure and a new one', [['required', 'waived'], failed], {}, 'does not conform'],
    ['a waived warning', [passed, ['advisory', 'waived']], {}, 'conforms'],
    [
      'a waived warning and --fail-on advisory',
      [passed, ['advisory', 'waived']],
      { failOnAdvisory: true },
      'nothing new',
    ],
    ['nothing tested', [gap], {}, 'could not be tested'],
    ['no requirement at all', [], {}, 'could not be tested'],
    ['only observations', [['observed', 'observed']], {}, 'could not be tested'],
    ['a gap', [passed, gap], {}, 'conforms'],
    ['a gap with --strict', [passed, gap], { strict: true }, 'incomplete'],
    ['no gap with --strict', [passed], { strict: true }, 'conforms'],
    [
      'a gap of an advisory row with --strict',
      [passed, ['advisory', 'not tested']],
      { strict: true },
      'conforms',
    ],
    ['a partial scope', [passed], { full: false }, 'passed-selection'],
    ['a partial scope with --strict', [passed], { full: false, strict: true }, 'incomplete'],
    [
      'a partial scope with --strict-selection',
      [passed],
      { full: false, strictSelection: true },
      'passed-selection',
    ],
    ['a gap with --strict-selection', [passed, gap], { strictSelection: true }, 'incomplete'],
    ['a partial scope and a failure', [failed], { full: false, strict: true }, 'does not conform'],
    ['a partial scope and only known failures', [knownFailure], { full: false }, 'nothing new'],
    ['a waiver that is no longer needed', [passed], unneeded, 'conforms'],
    [
      'a waiver that is no longer needed, with --strict-selection',
      [passed],
      { ...unneeded, strictSelection: true },
      'conforms',
    ],
    [
      'a waiver that is no longer needed, with --strict',
      [passed],
      { ...unneeded, strict: true },
      'waivers out of date',
    ],
    [
      'a waiver that applies, with --strict',
      [passed, ['required', 'waived']],
      { waivers: [{ ...waiver, state: 'applied' }], strict: true },
      'nothing new',
    ],
    ['outdated waivers', [passed], outOfDate, 'waivers out of date'],
    ['a failure and outdated waivers', [failed], outOfDate, 'does not conform'],
    ['outdated waivers in an interrupted run', [], { ...outOfDate, untestable: 'x' }, 'waivers out of date'],
    ['cut short', [passed], { untestable: 'The run ended early.' }, 'could not be tested'],
    ['cut short after a failure', [failed], { untestable: 'The run ended early.' }, 'does not conform'],
    ['a fault of the kit', [passed], { kitFaults: 1 }, 'could not be tested'],
    ['a fault of a custom check', [passed], { checkFaults: 1 }, 'could not be tested'],
    ['interrupted', [passed], { interrupted: true }, 'interrupted'],
    ['interrupted after a failure', [failed], { interrupted: true }, 'interrupted'],
  ];
  test.each(cases)('%s', (_title, results, also, expected) => {
    expect(outcome(results, also)).toBe(expected);
  });
});
