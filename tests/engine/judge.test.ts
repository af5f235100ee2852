import { describe, expect, test } from 'vitest';
import { unmet } from '../../src/checks/expectations.ts';
import { type Concluded, conclusion, everyResponse, type Rule } from '../../src/checks/vocabulary.ts';
import { noUserCode } from '../../src/engine/check-code.ts';
import { createJudge } from '../../src/engine/judge.ts';
import { observationsOf } from '../../src/engine/tally.ts';
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
    seen: observationsOf(judge.tally(row)),
    faults: judge.kitFaults,
  };
}

const first = responded({ at: 0 });

describe('a rule on single responses', () => {
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

  test('draws its conclusion from the readings at the end of the run', () => {
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
        reasons: reasons.map(({ why }) => why.text),
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
});

describe('no rule judges an exchange', () => {
  const count = (...exchanges: readonly Exchange[]) =>
    judged(
      single(() => {}),
      ...exchanges,
    ).tested;

  test.each(['aborted', 'proxy'] as const)('that ended in the fault "%s"', (kind) => {
    const ended = { ...cutOff(0), outcome: { kind: 'fault', fault: { kind, sentence: '' } } } as const;
    expect(count(ended)).toBe(0);
    expect(count(cutOff(0))).toBe(1);
    expect(count({ ...cutOff(0), again: true })).toBe(0);
  });
});

describe('custom code', () => {
  const file = { fileOf: () => 'mine.mjs' };
  const noRelease = () => () => {};
  const throwing = (error: () => unknown) =>
    single(() => {
      throw error();
    });
  const faultsOf = (rule: Rule) => {
    const judge = createJudge([rule], readings, () => {}, { ...noUserCode, ...file, release: noRelease });
    judge.see(first);
    judge.end();
    return judge.checkFaults;
  };

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
  ])('is reported as the cause of an error, not the target: %s', (_what, rule, message) => {
    const [fault, ...others] = faultsOf(rule);
    expect(fault).toMatch(/^mine\.mjs: some\.row \(a (rule|conclusion)\) /);
    expect(fault).toContain(message);
    expect(others).toEqual([]);
  });

  test('may use another copy of the package, because errors are recognized by name', () => {
    const foreign = (name: string, fields: object) =>
      Object.assign(new Error('see there'), { name, ...fields });
    const judge = createJudge(
      [
        throwing(() => foreign('Unmet', { mismatch: { expected: 'a', received: 'b', cause: 'c' } })),
        throwing(() => foreign('NotTested', {})),
      ],
      readings,
      () => {},
      { ...noUserCode, ...file, release: noRelease },
    );
    judge.see(first);
    expect(judge.checkFaults).toEqual([]);
    expect([...judge.tally(row).causes.keys()]).toEqual(['c']);
    expect(judge.tally(row).reasons).toMatchObject([{ why: { code: 'custom', text: 'see there' } }]);
  });

  test('runs without signal listeners, unlike code of the kit', () => {
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
    const judge = createJudge(rules, readings, () => {}, { ...noUserCode, fileOf, release });
    judge.see(first);
    judge.end();
    expect(seen).toEqual([true, false, true, false]);
    expect(listening).toBe(true);
  });
});
