import { describe, expect, test } from 'vitest';
import { addOccurrence, addReason, emptyTally, type Tally } from '../../src/engine/tally.ts';
import { type DecisiveFacts, runOutcomeOf, verdictOf } from '../../src/engine/verdict.ts';
import type { Verdict } from '../../src/report/model/report.ts';
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

type Result = readonly [Level, Verdict];

type Also = Partial<Omit<DecisiveFacts, 'scope'>> & { readonly full?: boolean };

/** Returns the outcome of an otherwise ordinary run with these results. */
function outcome(results: readonly Result[], { full = true, ...also }: Also = {}): string {
  const requirements = results.map(([level, verdict], at) => {
    return { id: `row.${at}`, level, verdict, title: '', source: '', tested: 1 };
  });
  return runOutcomeOf({
    interrupted: false,
    strict: false,
    failOnAdvisory: false,
    kitFaults: 0,
    checkFaults: 0,
    scope: {
      required: 45,
      selected: 45,
      passed: 45,
      failed: 0,
      accepted: 0,
      full,
      notSelected: [],
      notTested: [],
    },
    accepted: [],
    requirements,
    findings: [],
    ...also,
  });
}

const one = { requirement: 'row.0', until: '2020-01-01', reason: 'known', owner: 'us' };
const expired: Also = { accepted: [{ ...one, state: 'expired' }] };
const unneeded: Also = { accepted: [{ ...one, state: 'no longer needed' }] };
const passed: Result = ['required', 'pass'];
const failed: Result = ['required', 'fail'];
const accepted: Result = ['required', 'accepted'];
const warned: Result = ['advisory', 'warn'];
const gap: Result = ['required', 'not tested'];

describe('the outcome of a run with', () => {
  const cases: readonly (readonly [string, readonly Result[], Also, string])[] = [
    ['one passed requirement', [passed], {}, 'conforms'],
    ['one failed requirement', [passed, failed], {}, 'does not conform'],
    ['a warning', [passed, warned], {}, 'conforms'],
    ['a warning and nothing else', [warned], {}, 'conforms'],
    ['a warning and --fail-on advisory', [passed, warned], { failOnAdvisory: true }, 'does not conform'],
    ['no warning and --fail-on advisory', [passed], { failOnAdvisory: true }, 'conforms'],
    ['a flaky requirement', [['required', 'flaky']], {}, 'conforms'],
    ['an accepted failure', [passed, accepted], {}, 'passed-selection'],
    ['an accepted failure and nothing else', [accepted], {}, 'passed-selection'],
    ['an accepted failure with --strict', [passed, accepted], { strict: true }, 'passed-selection'],
    ['an accepted failure and another one', [accepted, failed], {}, 'does not conform'],
    ['an accepted failure and a partial scope', [accepted], { full: false }, 'passed-selection'],
    ['an accepted warning', [passed, ['advisory', 'accepted']], {}, 'conforms'],
    [
      'an accepted warning and --fail-on advisory',
      [passed, ['advisory', 'accepted']],
      { failOnAdvisory: true },
      'passed-selection',
    ],
    ['what is no longer accepted, and is right', [passed], expired, 'conforms'],
    ['what need no longer be accepted', [passed], unneeded, 'conforms'],
    ['what need no longer be accepted, with --strict', [passed], { ...unneeded, strict: true }, 'conforms'],
    ['what was accepted, and still fails', [failed], expired, 'does not conform'],
    ['no result but what was accepted', [], { ...expired, untestable: 'x' }, 'could not be tested'],
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
    ['a gap with --strict', [passed, gap], { strict: true }, 'incomplete'],
    ['a partial scope and a failure', [failed], { full: false, strict: true }, 'does not conform'],
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
