import { describe, expect, test } from 'vitest';
import { addOccurrence, addReason, emptyTally, type Tally } from '../../src/engine/tally.ts';
import { verdictOf } from '../../src/engine/verdict-of.ts';
import type { Level, Requirement } from '../../src/spec/requirement.ts';

function row(level: Level): Requirement {
  return { id: 'some.row', level, title: '', source: '', asks: '', means: 'what it means', mend: '' };
}

function tally(fill: (tally: Tally) => void = () => {}): Tally {
  const made = emptyTally();
  fill(made);
  return made;
}

const exercised = tally((one) => {
  one.exercised = 1;
});
const broken = tally((one) => addOccurrence(one, { expected: 'a', received: 'b', cause: 'c' }));
const notAsked = { reason: 'outside --only', unlessExercised: false };
const unlessExercised = { reason: 'left out', unlessExercised: true };

describe('the verdict of a row', () => {
  test.each([
    ['required', 'fail'],
    ['advisory', 'warn'],
    ['observed', 'observed'],
  ] as const)('that is %s and broken is %s', (level, verdict) => {
    expect(verdictOf(row(level), broken, undefined)).toEqual({ verdict });
  });

  test('that is excluded is so whatever was seen, and says why', () => {
    for (const seen of [broken, exercised, tally()])
      expect(verdictOf(row('excluded'), seen, undefined)).toEqual({
        verdict: 'excluded',
        reason: 'what it means',
      });
  });

  test('that nothing broke is a pass', () => {
    expect(verdictOf(row('required'), exercised, undefined)).toEqual({ verdict: 'pass' });
  });

  test('that held at the second try is flaky', () => {
    const flaky = tally((one) => {
      one.exercised = 1;
      one.flaky = true;
    });
    expect(verdictOf(row('required'), flaky, undefined)).toEqual({ verdict: 'flaky' });
  });

  test('that is observed tells what was seen', () => {
    const seen = tally((one) => {
      one.exercised = 1;
      one.seen.set('a Location', 1);
    });
    expect(verdictOf(row('observed'), seen, undefined)).toEqual({
      verdict: 'observed',
      reason: 'a Location',
    });
    expect(verdictOf(row('observed'), exercised, undefined)).toStrictEqual({ verdict: 'observed' });
  });

  test('that nothing bore on gives the reason that was given most often', () => {
    const reasons = tally((one) => {
      for (const reason of ['once', 'twice', 'twice', 'later']) addReason(one, reason);
    });
    expect(verdictOf(row('required'), reasons, undefined)).toEqual({
      verdict: 'not exercised',
      reason: 'twice',
    });
    expect(verdictOf(row('required'), tally(), undefined)).toEqual({
      verdict: 'not exercised',
      reason: 'no answer bore on it',
    });
  });

  test('that was not asked is not judged, whatever was seen', () => {
    for (const seen of [broken, exercised, tally()])
      expect(verdictOf(row('required'), seen, notAsked)).toEqual({
        verdict: 'not asked',
        reason: 'outside --only',
      });
  });

  test('that was not asked but decided by the traffic is judged', () => {
    expect(verdictOf(row('required'), broken, unlessExercised)).toEqual({ verdict: 'fail' });
    expect(verdictOf(row('required'), exercised, unlessExercised)).toEqual({ verdict: 'pass' });
    expect(verdictOf(row('required'), tally(), unlessExercised)).toEqual({
      verdict: 'not asked',
      reason: 'left out',
    });
  });
});
