import { describe, expect, test } from 'vitest';
import { notTested, unmet } from '../../src/checks/expectations.ts';
import { type Concluded, conclusion, everyResponse, type Rule } from '../../src/checks/vocabulary.ts';
import { createJudge } from '../../src/engine/judge.ts';
import { occurrencesWords } from '../../src/engine/tally.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { freshReadings } from '../support/readings.ts';
import { cutOff, responded } from '../support/responses.ts';

const readings = freshReadings();

const all = () => true;
const row = 'some.row';
const single = (
  judge: (exchange: Exchange) => string | undefined,
  on: (exchange: Exchange) => boolean = all,
) => everyResponse(row, 'a rule', on, judge);
const whole = (conclude: () => Concluded | undefined) => conclusion(row, 'a conclusion', conclude);
const wrong = () => unmet('one', 'another', 'they differ');

function judged(rule: Rule, ...exchanges: readonly Exchange[]) {
  const found: string[] = [];
  const judge = createJudge([rule], readings, (requirement) => found.push(requirement));
  for (const exchange of exchanges) judge.see(exchange);
  judge.end();
  const { tested, causes, reasons } = judge.tally(row);
  return {
    found,
    tested,
    causes: [...causes.values()],
    reasons: [...reasons],
    seen: occurrencesWords(judge.tally(row)),
    faults: judge.kitFaults,
  };
}

const first = responded({ at: 0 });
const second = responded({ at: 1 });

describe('a rule on single responses', () => {
  test('passes for each selected response without a problem', () => {
    const picked = single(
      () => {},
      (exchange) => exchange === second,
    );
    expect(judged(picked, first, second)).toMatchObject({ tested: 1, causes: [], found: [], faults: [] });
  });

  test('makes one finding for each cause, with the first response', () => {
    const { tested, causes, found } = judged(single(wrong), first, second);
    expect(tested).toBe(2);
    expect(found).toEqual([row]);
    expect(causes).toMatchObject([
      { mismatch: { expected: 'one', received: 'another', cause: 'they differ' }, count: 2 },
    ]);
    expect(causes[0]?.exchange).toBe(first);
  });

  test('is not tested by responses that it cannot judge', () => {
    const { tested, reasons } = judged(
      single(() => notTested('see list.ok')),
      first,
      second,
    );
    expect(tested).toBe(0);
    expect(reasons).toEqual([['see list.ok', 2]]);
  });

  test('that throws is an internal error and not a finding', () => {
    const broken = single(() => {
      throw new TypeError('no such thing');
    });
    const { causes, tested, faults } = judged(broken, first);
    expect(causes).toEqual([]);
    expect(tested).toBe(0);
    expect(faults).toEqual(['some.row (a rule) threw TypeError: no such thing']);
    const textual = single(() => {
      throw 'a text';
    });
    expect(judged(textual, first).faults).toEqual(['some.row (a rule) threw a text']);
  });

  test('keeps at most twenty internal errors', () => {
    const broken = single(() => {
      throw new Error('again');
    });
    expect(judged(broken, ...Array.from({ length: 30 }, () => first)).faults).toHaveLength(20);
  });
});

describe('a rule on a whole run', () => {
  const occurrence = { expected: 'one', received: 'another', cause: 'they differ' };

  test('counts each occurrence as tested', () => {
    const result = (tested: number) =>
      whole(() => ({ tested, occurrences: [{ ...occurrence, exchange: first }] }));
    expect(judged(result(5))).toMatchObject({ tested: 5, found: [row] });
    expect(judged(result(5)).causes[0]?.exchange).toBe(first);
    expect(judged(result(0))).toMatchObject({ tested: 1 });
  });

  test('may return counts and what is also correct, or nothing', () => {
    const often = whole(() => ({
      occurrences: [{ ...occurrence, exchange: first, count: 3 }],
      alsoCorrect: ['a case', ['a place', 2]],
    }));
    const judge = createJudge([often], readings, () => {});
    judge.end();
    const { tested, causes, alsoCorrect } = judge.tally(row);
    expect([tested, [...alsoCorrect]]).toEqual([
      3,
      [
        ['a case', 1],
        ['a place', 2],
      ],
    ]);
    expect([...causes.values()]).toMatchObject([{ count: 3 }]);
    expect([...(causes.get('they differ')?.places.values() ?? [])]).toEqual([3]);
    expect(judged(whole(() => undefined))).toMatchObject({ tested: 0, causes: [], reasons: [] });
  });

  test('concludes from the readings passed at the end', () => {
    const concluding = conclusion(row, 'a conclusion', ({ counts }) => ({
      tested: counts.counted().total,
    }));
    const of = (...ending: Parameters<ReturnType<typeof createJudge>['end']>) => {
      const shown = freshReadings();
      shown.see(first);
      const judge = createJudge([concluding], shown, () => {});
      judge.end(...ending);
      return judge.tally(row).tested;
    };
    expect([of(), of(freshReadings())]).toEqual([1, 0]);
  });

  test('gives a reason only if nothing was tested', () => {
    const result = (tested: number) => whole(() => ({ tested, occurrences: [], reason: 'see list.ok' }));
    expect(judged(result(0)).reasons).toEqual([['see list.ok', 1]]);
    expect(judged(result(1)).reasons).toEqual([]);
    expect(judged(whole(() => ({ tested: 0, occurrences: [] }))).reasons).toEqual([]);
  });

  test('records observations', () => {
    const result = (seen: string) => whole(() => ({ tested: 1, occurrences: [], seen }));
    expect(judged(result('a Location')).seen).toBe('a Location');
    expect(judged(result('')).seen).toBeUndefined();
    expect(judged(whole(() => ({ tested: 1, occurrences: [] }))).seen).toBeUndefined();
    const seenOnce = single((exchange) => (exchange === first ? 'a Location' : undefined));
    expect(judged(seenOnce, first, second, first)).toMatchObject({ seen: 'a Location (2 times)', tested: 3 });
  });

  test('can supersede results from single responses', () => {
    const ending = (occurrences: readonly (typeof occurrence)[]) =>
      whole(() => ({ tested: occurrences.length, occurrences, supersedes: true, reason: 'see list.ok' }));
    const judgedAfter = (earlier: Rule, later: Rule) => {
      const judge = createJudge([earlier, later], readings, () => {});
      judge.see(first);
      judge.end();
      const { tested, causes, alsoCorrect, reasons } = judge.tally(row);
      return {
        tested,
        causes: [...causes.keys()],
        alsoCorrect: alsoCorrect.size,
        reasons: [...reasons.keys()],
      };
    };
    const met = single(() => {});
    const failing = single(() => unmet('one', 'none', 'missing'));
    const none = { alsoCorrect: 0, reasons: [] };
    expect(judgedAfter(met, ending([]))).toEqual({
      ...none,
      tested: 0,
      causes: [],
      reasons: ['see list.ok'],
    });
    expect(judgedAfter(met, ending([occurrence]))).toEqual({
      ...none,
      tested: 1,
      causes: ['they differ'],
    });
    expect(judgedAfter(failing, ending([occurrence])).causes).toEqual(['they differ']);
    expect(judgedAfter(failing, ending([]))).toMatchObject({ tested: 1, causes: ['missing'] });
    const adding = whole(() => ({ tested: 2 }));
    expect(judgedAfter(met, adding)).toMatchObject({ tested: 3, alsoCorrect: 1 });
  });

  test('that throws or fails at the end has no exchange', () => {
    const { causes, faults } = judged(whole(wrong));
    expect(causes).toMatchObject([{ count: 1 }]);
    expect(causes[0]).not.toHaveProperty('exchange');
    expect(faults).toEqual([]);
    const broken = whole(() => {
      throw new Error('again');
    });
    expect(judged(broken).faults).toEqual(['some.row (a conclusion) threw Error: again']);
  });
});

describe('an exchange that no rule sees', () => {
  const count = (...exchanges: readonly Exchange[]) =>
    judged(
      single(() => {}),
      ...exchanges,
    ).tested;
  const failed = responded({ at: 0, status: 503 });

  test('is a transient fault before its retry', () => {
    expect(count(failed)).toBe(0);
    expect(count(cutOff(0))).toBe(0);
    expect(count({ ...failed, attempt: 2 })).toBe(1);
    expect(count({ ...failed, overLimit: true })).toBe(1);
    expect(count(responded({ at: 0, status: 500 }))).toBe(1);
  });

  test.each(['aborted', 'proxy'] as const)('is one with the outcome %s', (kind) => {
    const ended = { ...cutOff(0), outcome: { kind: 'fault', fault: { kind, sentence: '' } } } as const;
    expect(count({ ...ended, attempt: 2 })).toBe(0);
    expect(count({ ...cutOff(0), attempt: 2 })).toBe(1);
  });
});

test('correct responses are counted by place', () => {
  const judge = createJudge([], readings, () => {});
  judge.met(row, first);
  judge.met(row, second);
  judge.met(row);
  expect([...judge.tally(row).alsoCorrect]).toEqual([['GET /categories returned 200', 2]]);
  const folds = createJudge([whole(() => ({ tested: 1, occurrences: [] }))], readings, () => {});
  folds.end();
  expect(folds.tally(row).alsoCorrect.size).toBe(0);
});

test('a finding at the end of a run has no exchange', () => {
  const [cause] = judged(whole(wrong)).causes;
  expect(cause).not.toHaveProperty('exchange');
});

describe('code of a user', () => {
  const file = { fileOf: () => 'mine.mjs' };
  const noRelease = () => () => {};
  const throwing = (error: () => unknown) =>
    single(() => {
      throw error();
    });
  const faultsOf = (rule: Rule) => {
    const judge = createJudge([rule], readings, () => {}, { ...file, release: noRelease });
    judge.see(first);
    judge.end();
    return judge.checkFaults;
  };

  test('has faults that are reported once for each message, up to twenty', () => {
    let number = 0;
    const rule = throwing(() => new RangeError(`fault ${Math.floor(number++ / 2)}`));
    const judge = createJudge([rule], readings, () => {}, { ...file, release: noRelease });
    judge.see(first);
    judge.see(second);
    expect(judge.checkFaults).toEqual(['mine.mjs: some.row (a rule) threw RangeError: fault 0']);
    expect(judge.kitFaults).toEqual([]);
    expect([...judge.tally(row).reasons]).toEqual([['its custom check failed', 2]]);
    for (let seen = 0; seen < 60; seen++) judge.see(first);
    expect(judge.checkFaults).toHaveLength(20);
  });

  test.each<readonly [string, Rule, string]>([
    ['something other than an Error', throwing(() => 'no'), 'threw no'],
    ['a finding without a cause', single(() => unmet('a', 'b', '')), 'threw TypeError: a finding needs'],
    [
      'a status as a finding',
      single(() => unmet(200 as never, 'b', 'c')),
      'threw TypeError: a finding needs',
    ],
    [
      'an async rule',
      single((async () => wrong()) as never),
      'threw TypeError: a rule must judge synchronously',
    ],
    [
      'a conclusion with a malformed violation',
      whole(() => ({ occurrences: [{ expected: 'a' } as never] })),
      'threw TypeError: a finding needs',
    ],
  ])('is at fault, not the target: %s', (_what, rule, message) => {
    const [fault, ...others] = faultsOf(rule);
    expect(fault).toMatch(/^mine\.mjs: some\.row \(a (rule|conclusion)\) /);
    expect(fault).toContain(message);
    expect(others).toEqual([]);
  });

  test('may use another copy of the package: errors are recognized by name', () => {
    const foreign = (name: string, fields: object) =>
      Object.assign(new Error('see there'), { name, ...fields });
    const judge = createJudge(
      [
        throwing(() => foreign('Unmet', { mismatch: { expected: 'a', received: 'b', cause: 'c' } })),
        throwing(() => foreign('NotTested', {})),
      ],
      readings,
      () => {},
      { ...file, release: noRelease },
    );
    judge.see(first);
    expect(judge.checkFaults).toEqual([]);
    expect([...judge.tally(row).causes.keys()]).toEqual(['c']);
    expect([...judge.tally(row).reasons]).toEqual([['see there', 1]]);
  });

  test('runs while nothing listens for signals, unlike that of the kit', () => {
    let listening = true;
    const seen: boolean[] = [];
    const release = () => {
      listening = false;
      return () => {
        listening = true;
      };
    };
    const rules = ['kit.row', row].flatMap((id): Rule[] => [
      everyResponse(id, 'a rule', all, () => {
        seen.push(listening);
        if (id === row) wrong();
      }),
      conclusion(id, 'a conclusion', () => {
        seen.push(listening);
        return undefined;
      }),
    ]);
    const fileOf = (id: string) => (id === row ? 'mine.mjs' : undefined);
    const judge = createJudge(rules, readings, () => {}, { fileOf, release });
    judge.see(first);
    judge.end();
    expect(seen).toEqual([true, false, true, false]);
    expect(listening).toBe(true);
  });
});

describe('a finding of a refused connection', () => {
  const refusedAt = (at: number): Exchange => ({
    ...cutOff(at),
    outcome: { kind: 'fault', fault: { kind: 'refused', sentence: '' } },
  });
  const wrongly = (cause: string, exchange?: Exchange) => ({
    ...{ requirement: row, expected: 'one', received: 'another', cause },
    ...(exchange && { exchange }),
  });

  test('is not announced, because it may be withdrawn', () => {
    const found: string[] = [];
    const judge = createJudge([], readings, (requirement) => found.push(requirement));
    judge.unmet(wrongly('refused', refusedAt(0)));
    expect(found).toEqual([]);
    judge.unmet(wrongly('cut', cutOff(0)));
    judge.unmet(wrongly('the whole run'));
    expect(found).toEqual([row, row]);
  });

  test('is withdrawn if the server stopped before it', () => {
    const judge = createJudge([], readings, () => {});
    judge.unmet(wrongly('earlier', refusedAt(4)));
    judge.unmet(wrongly('at the same time', refusedAt(5)), 3);
    judge.unmet(wrongly('later', refusedAt(6)));
    judge.unmet(wrongly('cut', cutOff(6)));
    judge.unmet(wrongly('the whole run'));
    judge.withdrawRefused({ since: 5_000, count: 4, together: [], isRefusing: true });
    const { causes, tested, reasons } = judge.tally(row);
    expect([...causes.keys()]).toEqual(['earlier', 'cut', 'the whole run']);
    expect(tested).toBe(3);
    expect([...reasons]).toEqual([['the target stopped responding', 2]]);
  });
});

test('a note and an observation are kept', () => {
  const judge = createJudge([], readings, () => {});
  judge.note(row, 'a note');
  judge.seen(row, 'a Location');
  expect(judge.tally(row).note).toBe('a note');
  expect(occurrencesWords(judge.tally(row))).toBe('a Location');
});

test('a check can report every kind of result to the judge', () => {
  const judge = createJudge([], readings, () => {});
  judge.met(row);
  judge.unmet({ requirement: row, expected: 'one', received: 'another', cause: 'they differ' });
  judge.notTested(row, 'see list.ok');
  judge.kitFault('a check', new RangeError('too far'));
  expect(judge.tally(row)).toMatchObject({ tested: 2 });
  expect([...judge.tally(row).reasons]).toEqual([['see list.ok', 1]]);
  expect(judge.kitFaults).toEqual(['a check: RangeError: too far']);
  expect(judge.tally('another.row')).toMatchObject({ tested: 0 });
});
