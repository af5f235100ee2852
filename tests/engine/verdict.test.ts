import { describe, expect, test } from 'vitest';
import { addOccurrence, addReason, emptyTally, type Tally } from '../../src/engine/tally.ts';
import { type DecisiveFacts, runOutcomeOf, verdictOf, withDependencies } from '../../src/engine/verdict.ts';
import type { RequirementResult, Verdict } from '../../src/report/model/report.ts';
import { verdictOfClass } from '../../src/report/model/verdicts.ts';
import { type ReasonCode, reason, reasonCodes } from '../../src/spec/reasons.ts';
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
const notSelected = { reason: reason('outside-only'), unlessTested: false };
const unlessTested = { reason: reason('no-exhaust'), unlessTested: true };

/** Returns the tally of a requirement that passed `tested` times, with these reasons. Reasons in `inPart` always count. */
function because(tested: number, codes: readonly ReasonCode[], inPart: readonly ReasonCode[] = []): Tally {
  return tally((one) => {
    one.tested = tested;
    for (const code of codes) addReason(one, reason(code), { inPart: false });
    for (const code of inPart) addReason(one, reason(code), { inPart: true });
  });
}

describe('the verdict of a requirement', () => {
  test.each<readonly [string, Tally, Verdict, ReasonCode | undefined]>([
    ['without a response', tally(), 'not tested', 'dependency'],
    ['with several reasons', because(0, ['few-ids', 'not-read', 'empty-list']), 'not tested', 'not-read'],
    ['with a reason and a dependency', because(0, ['dependency', 'few-ids']), 'not tested', 'few-ids'],
    ['with a reason and a pass', because(1, ['not-read']), 'pass', undefined],
    ['with a planned request that was prevented', because(1, [], ['away']), 'not tested', 'away'],
    ['with a request that an option left out', because(1, [], ['only-reads']), 'not selected', 'only-reads'],
    [
      'with a part that has nothing to test',
      because(1, [], ['texts-restricted']),
      'pass',
      'texts-restricted',
    ],
    ['with a violation, and a part that was prevented', broken, 'fail', undefined],
  ])('%s', (_what, seen, verdict, code) => {
    const judged = verdictOf(row('required'), seen);
    expect([judged.verdict, judged.reason?.code]).toEqual([verdict, code]);
  });

  test('is not given if the requirement is not selected, whatever was found', () => {
    for (const seen of [broken, tested, tally()])
      expect(verdictOf(row('required'), seen, notSelected)).toEqual({
        verdict: 'not selected',
        reason: reason('outside-only'),
      });
  });

  test('is given if the requirement is not selected but other requests test it', () => {
    expect(verdictOf(row('required'), broken, unlessTested)).toEqual({ verdict: 'fail' });
    expect(verdictOf(row('required'), tested, unlessTested)).toEqual({ verdict: 'pass' });
    expect(verdictOf(row('required'), tally(), unlessTested)).toEqual({
      verdict: 'not selected',
      reason: reason('no-exhaust'),
    });
  });
});

/** The level of a requirement, and the verdict on it or the reason why it was not judged. */
type Result = readonly [Level, Verdict | ReasonCode];

/** Returns the outcome of an otherwise ordinary run with these results. */
function outcome(results: readonly Result[], also: Partial<DecisiveFacts> = {}): string {
  const requirements = results.map(([level, verdict], at) => {
    const common = { id: `row.${at}`, level, title: '', source: '', tested: 1 };
    if (!reasonCodes.includes(verdict as ReasonCode)) return { ...common, verdict: verdict as Verdict };
    const why = reason(verdict as ReasonCode);
    return { ...common, verdict: verdictOfClass(why.class), reason: why };
  });
  return runOutcomeOf({
    interrupted: false,
    strict: false,
    failOnAdvisory: false,
    kitFaults: 0,
    checkFaults: 0,
    requirements,
    ...also,
  });
}

const passed: Result = ['required', 'pass'];
const failed: Result = ['required', 'fail'];
const accepted: Result = ['required', 'accepted'];
const warned: Result = ['advisory', 'warn'];
const prevented: Result = ['required', 'away'];
const strict = { strict: true };
const failOnAdvisory = { failOnAdvisory: true };

describe('the outcome of a run with', () => {
  const cases: readonly (readonly [string, readonly Result[], Partial<DecisiveFacts>, string])[] = [
    ['one passed requirement', [passed], {}, 'conforms'],
    ['one failed requirement', [passed, failed], {}, 'does not conform'],
    ['a warning', [passed, warned], {}, 'conforms'],
    ['a warning and nothing else', [warned], {}, 'conforms'],
    ['a warning and --fail-on advisory', [passed, warned], failOnAdvisory, 'does not conform'],
    ['no warning and --fail-on advisory', [passed], failOnAdvisory, 'conforms'],
    ['an accepted failure', [passed, accepted], {}, 'passed'],
    ['an accepted failure and nothing else', [accepted], {}, 'passed'],
    ['an accepted failure with --strict', [passed, accepted], strict, 'passed'],
    ['an accepted failure and a failure that is not accepted', [accepted, failed], {}, 'does not conform'],
    ['an accepted warning', [passed, ['advisory', 'accepted']], {}, 'conforms'],
    [
      'an accepted warning and --fail-on advisory',
      [passed, ['advisory', 'accepted']],
      failOnAdvisory,
      'passed',
    ],
    ['nothing to test', [passed, ['required', 'few-ids']], strict, 'conforms'],
    ['a missing input', [passed, ['required', 'no-plan']], strict, 'conforms'],
    [
      'a requirement that only --profile thorough tests',
      [passed, ['required', 'only-thorough']],
      strict,
      'conforms',
    ],
    ['an undecided requirement', [passed, ['required', 'too-slow']], {}, 'passed'],
    ['an undecided requirement and --strict', [passed, ['required', 'too-slow']], strict, 'no verdict'],
    ['a requirement that is not selected', [passed, ['required', 'outside-only']], {}, 'passed'],
    [
      'a requirement that is not selected and --strict',
      [passed, ['required', 'outside-only']],
      strict,
      'no verdict',
    ],
    [
      'an undecided advisory requirement and --strict',
      [passed, ['advisory', 'too-slow']],
      strict,
      'conforms',
    ],
    ['a prevented requirement', [passed, prevented], {}, 'no verdict'],
    ['a prevented requirement and an accepted failure', [accepted, prevented], {}, 'no verdict'],
    ['a prevented requirement and a failure', [failed, prevented], {}, 'does not conform'],
    ['a prevented advisory requirement', [passed, ['advisory', 'away']], {}, 'conforms'],
    [
      'a prevented advisory requirement and --fail-on advisory',
      [passed, ['advisory', 'away']],
      failOnAdvisory,
      'no verdict',
    ],
    ['no judged requirement', [['required', 'no-plan']], {}, 'no verdict'],
    ['no requirement at all', [], {}, 'no verdict'],
    ['only observations', [['observed', 'observed']], {}, 'no verdict'],
    ['an early end', [passed], { untestable: 'The run ended early.' }, 'no verdict'],
    ['an early end after a failure', [failed], { untestable: 'The run ended early.' }, 'does not conform'],
    ['a fault of the kit', [passed], { kitFaults: 1 }, 'no verdict'],
    ['a fault of a custom check', [passed], { checkFaults: 1 }, 'no verdict'],
    ['an interruption', [passed], { interrupted: true }, 'interrupted'],
    ['an interruption after a failure', [failed], { interrupted: true }, 'interrupted'],
  ];
  test.each(cases)('%s', (_title, results, also, expected) => {
    expect(outcome(results, also)).toBe(expected);
  });
});

const common = { level: 'required', title: 't', source: 's', tested: 0 } as const;

/** Returns a result with this verdict, or with the reason that has this code. */
function resultOf([id, what]: readonly [id: string, what: Verdict | ReasonCode]): RequirementResult {
  if (!reasonCodes.includes(what as ReasonCode)) return { ...common, id, verdict: what as Verdict };
  const why = reason(what as ReasonCode);
  return { ...common, id, verdict: verdictOfClass(why.class), reason: why };
}

describe('a requirement that was not tested because it depends on others', () => {
  const resolved = (
    why: ReasonCode,
    others: Readonly<Record<string, Verdict | ReasonCode>>,
    { outside = [], passedToo = [] }: { readonly outside?: string[]; readonly passedToo?: string[] } = {},
  ) => {
    const alone = { ...common, asks: 'a', impact: 'm', fix: 'm' };
    const ids = Object.keys(others);
    const results = [...Object.entries(others), ['x.last', why] as const].map(resultOf);
    const requirements = results.map(({ id }) => ({
      ...alone,
      id,
      ...(id === 'x.last' ? { traits: { dependsOn: ids } } : {}),
    }));
    const last = withDependencies(results, {
      requirements,
      passedToo: new Set(passedToo),
      isOutside: (id) => outside.includes(id),
    }).at(-1);
    return [last?.verdict, last?.reason?.class, last?.reason?.text ?? last?.note];
  };

  test.each<readonly [string, ReturnType<typeof resolved>, readonly (string | undefined)[]]>([
    [
      'names the requirements that failed',
      resolved('dependency', { 'x.a': 'fail', 'x.b': 'warn', 'x.c': 'pass' }),
      ['not tested', 'nothing to test', 'depends on x.a and x.b, which failed; fix that first'],
    ],
    [
      'is accepted if the requirement that it depends on is accepted',
      resolved('dependency', { 'x.a': 'accepted', 'x.b': 'pass' }),
      ['accepted', undefined, 'depends on x.a (accepted)'],
    ],
    [
      'is not accepted if it has its own reason and the other requirement passed elsewhere',
      resolved('max-wait', { 'x.a': 'accepted' }, { passedToo: ['x.a'] }),
      ['not tested', 'prevented', ''],
    ],
    [
      'takes over the most serious class of the reasons',
      resolved('dependency', { 'x.a': 'few-ids', 'x.b': 'ended-early', 'x.c': 'too-slow' }),
      ['not tested', 'prevented', 'depends on x.b: the run ended before it was tested'],
    ],
    [
      'counts as not selected if an option left the other requirement out',
      resolved('dependency', { 'x.a': 'no-exhaust' }),
      ['not selected', 'not selected', 'depends on x.a: excluded by --no-exhaust'],
    ],
    [
      'counts as prevented by a failure outside --only',
      resolved('dependency', { 'x.a': 'fail' }, { outside: ['x.a'] }),
      ['not tested', 'prevented', 'depends on x.a, which failed and is outside --only'],
    ],
    [
      'is blocked by the failure that blocks the requirement that it depends on',
      resolved('dependency', { 'x.a': 'dependency-failed', 'x.b': 'away' }),
      ['not tested', 'nothing to test', 'depends on , which failed; fix that first'],
    ],
    [
      'never names a requirement that passed',
      resolved('dependency', { 'x.a': 'pass' }),
      ['not tested', 'prevented', 'no response was of the kind that it judges'],
    ],
  ])('%s', (_what, got, expected) => {
    expect(got).toEqual(expected);
  });
});
