import { describe, expect, it } from 'vitest';
import { createProof } from '../../../src/engine/pacing/proof.ts';
import type { EnforcementDecision } from '../../../src/readings/enforcement.ts';
import { cutOff, type ResponseParts, responded } from '../../support/responses.ts';

const pets = { operation: 'petById' } as const;
const unusable = Number.NaN;

/** A proof with plenty of requests and quota left, and no gap between requests. */
function proofWith({ exhaust = true as true | string, dropped = [] as readonly string[] } = {}) {
  const left = { budget: 1_000, quota: Number.POSITIVE_INFINITY, gapMs: 0 };
  const state: { decision: EnforcementDecision } = { decision: { kind: 'open' } };
  const proof = createProof(
    exhaust,
    { see: () => {}, decision: () => state.decision },
    ({ operation }) => dropped.includes(operation),
    () => left,
  );
  const see = (parts: ResponseParts, recovering = false) =>
    proof.see(responded({ took: 0, ...parts }), recovering);
  return { proof, left, state, see };
}

/** Shows responses to plain lists, one a second unless they say when. */
function having(...lists: readonly Partial<ResponseParts>[]) {
  const tested = proofWith();
  for (const [at, parts] of lists.entries()) tested.see({ at, ...parts });
  return tested;
}

const listed: ResponseParts = { at: 0, quota: [60, 30, 60] };
const aged: ResponseParts = { ...listed, headers: [['Age', '1']] };
const untimedZero = { quota: [60, 0, unusable] } as const;
const times = (count: number, one: Partial<ResponseParts>) => Array.from({ length: count }, () => one);

const noHeaders = 'GET /categories returns no usable rate-limit headers (see headers.*)';
const stray = 'another limit returned 429 before this one was used up';
const untimed =
  'without a usable X-RateLimit-Reset, requests served after Remaining 0 prove nothing (see headers.reset)';
const cached = 'a cache responds to GET /categories (Age), so the server does not count all requests';
const tooLong = 'the limit resets in more than an hour, and a proof would use up a whole day';
const tooMany = 'twice the Limit in plain GETs proved nothing';
const gaps = 'some requests were refused; with gaps between requests, the window ends before it is used up';

describe('the limit is not proven', () => {
  it('if the run must not use up the window', () => {
    const { proof, see } = proofWith({ exhaust: 'not wanted' });
    see(listed);
    expect(proof.whyNot()).toBe('not wanted');
  });

  it.each<readonly [decision: EnforcementDecision, why: string | undefined]>([
    [{ kind: 'open' }, undefined],
    [{ kind: 'undecided', reason: 'in doubt' }, 'in doubt'],
    [{ kind: 'proven', by: cutOff(0) }, 'already decided'],
  ])('twice: %s', (decision, why) => {
    const { proof, see, state } = proofWith();
    see(listed);
    state.decision = decision;
    expect(proof.whyNot()).toBe(why);
  });

  it.each<readonly [what: string, lists: readonly Partial<ResponseParts>[], why: string | undefined]>([
    ['before the first list', [], noHeaders],
    ['with the headers of a list', [listed], undefined],
    ['with the headers of another operation', [{ ...listed, request: pets }], noHeaders],
    ['with a list without the key', [{ ...listed, request: { credential: 'none' } }], noHeaders],
    ['without a Limit', [{ quota: [unusable, 30, 60] }], noHeaders],
    ['without a Remaining', [{ quota: [60, unusable, 60] }], noHeaders],
    ['with headers that are no longer sent', [listed, {}], noHeaders],
    ['after four lists at an untimed 0', times(4, untimedZero), undefined],
    ['after five lists at an untimed 0', times(5, untimedZero), untimed],
    [
      'after five lists at an untimed 0, but not in a row',
      [...times(4, untimedZero), listed, untimedZero],
      undefined,
    ],
    ['after five lists at a timed 0', times(5, { quota: [60, 0, 60] }), undefined],
    ['after five lists above an untimed 0', times(5, { quota: [60, 1, unusable] }), undefined],
    ['after five refused lists at an untimed 0', times(5, { ...untimedZero, status: 500 }), undefined],
    ['after four lists of a cache', times(4, aged), undefined],
    ['after five lists of a cache', times(5, aged), cached],
    ['after five lists of a cache, but not in a row', [...times(4, aged), listed, aged], undefined],
    ['with an hour to Reset', [{ at: 0, quota: [1_000, 900, 3_600] }], undefined],
    ['with more than an hour to Reset', [{ at: 0, quota: [1_000, 900, 3_601] }], tooLong],
    [
      'with more than an hour to Reset, and a nearer one for another operation',
      [
        { at: 0, quota: [60, 30, 60], request: pets },
        { at: 0, quota: [1_000, 900, 7_200] },
      ],
      undefined,
    ],
    [
      'with more than an hour to Reset, and exactly an hour for another operation',
      [
        { at: 0, quota: [60, 30, 3_600], request: pets },
        { at: 0, quota: [1_000, 900, 7_200] },
      ],
      undefined,
    ],
    [
      'with a day that is used up after the minute',
      [
        { at: 0, quota: [1_000, 900, 7_200] },
        { at: 0, quota: [60, 30, 60] },
      ],
      undefined,
    ],
    ['without a Reset', [{ quota: [60, 30, unusable] }], undefined],
  ])('or is, %s', (_what, lists, why) => {
    expect(having(...lists).proof.whyNot()).toBe(why);
  });

  it.each<readonly [what: string, limit: number, fillers: number, why: string | undefined]>([
    ['fewer than twice the Limit', 60, 150, undefined],
    ['more than twice the Limit', 60, 151, tooMany],
    ['more than twice a Limit of one', 1, 33, tooMany],
  ])('or is, with %s in plain GETs', (_what, limit, fillers, why) => {
    const { proof } = having({ quota: [limit, 1, 60] });
    for (let filler = 0; filler < fillers; filler++) proof.filled();
    expect(proof.whyNot()).toBe(why);
  });

  it('by more than four plain GETs that look for a nearer Reset', () => {
    const { proof, see } = proofWith();
    see({ ...listed, request: pets });
    see({ at: 0, quota: [1_000, 900, 7_200] });
    for (let filler = 0; filler < 3; filler++) proof.filled();
    expect(proof.whyNot()).toBeUndefined();
    proof.filled();
    expect(proof.whyNot()).toBe(tooLong);
    see({ at: 1, quota: [1_000, 900, 3_601] });
    expect(proof.whyNot()).toBeUndefined();
  });

  it('without its own requests, and those until the quota is used up', () => {
    const { proof, left } = having(listed);
    const why = (budget: number, quota: number) => {
      Object.assign(left, { budget, quota });
      return proof.whyNot();
    };
    const tooFew = (budget: number) =>
      `--max-requests leaves too few requests (${budget}) to use up the remaining quota`;
    const unknown = Number.POSITIVE_INFINITY;
    expect([why(32, unknown), why(31, unknown)]).toEqual([undefined, tooFew(31)]);
    expect([why(22, 20), why(21, 20)]).toEqual([undefined, tooFew(21)]);
    expect([why(2, -5), why(1, -5)]).toEqual([undefined, tooFew(1)]);
  });

  it('if the window ends before it is used up', () => {
    const { proof, left } = having({ at: 0, quota: [60, 28, 60] });
    left.gapMs = 2_000;
    expect(proof.whyNot()).toBeUndefined();
    left.gapMs = 2_001;
    expect(proof.whyNot()).toBe(gaps);
  });
});

describe('of several Limits', () => {
  it('the one with the fewest requests left decides', () => {
    const { proof, left } = having({ at: 0, quota: [60, 5, 60] }, { at: 0, quota: [300, 200, 60] });
    left.budget = 7;
    expect(proof.whyNot()).toBeUndefined();
  });

  it('the newest four are known', () => {
    const known = (others: number) => {
      const lists = Array.from({ length: others }, (_, index) => ({ quota: [100 + index, 99, 60] as const }));
      const { proof, left } = having({ at: 0, quota: [60, 5, 60] }, ...lists);
      left.budget = 7;
      return proof.whyNot() === undefined;
    };
    expect([known(3), known(4)]).toEqual([true, false]);
  });

  it.each([
    [60, 7_200],
    [7_200, 60],
  ])('of equals, the one with the next Reset decides: %d, %d', (first, second) => {
    const { proof } = having({ at: 0, quota: [60, 30, first] }, { at: 0, quota: [1_000, 30, second] });
    for (let filler = 0; filler < 4; filler++) proof.filled();
    expect(proof.whyNot()).toBeUndefined();
  });

  it('one without a Reset stays known', () => {
    const { proof, left } = having({ quota: [60, 5, unusable] }, { quota: [300, 200, 60] });
    left.budget = 7;
    expect(proof.whyNot()).toBeUndefined();
  });

  it('one counts until its Reset', () => {
    const known = (at: number) => {
      const { proof, left } = having({ at: 0, quota: [60, 5, 60] }, { at, quota: [300, 200, 90] });
      left.budget = 7;
      return proof.whyNot() === undefined;
    };
    expect([known(59), known(60)]).toEqual([true, false]);
  });

  it('the newest response of one counts', () => {
    const { proof, left } = having({ at: 0, quota: [60, 5, 60] }, { at: 0, quota: [60, 50, 60] });
    left.budget = 7;
    expect(proof.whyNot()).toContain('too few requests (7)');
  });
});

describe('another limit', () => {
  const refused = (at: number, also: Partial<ResponseParts> = {}): ResponseParts => ({
    ...{ at, status: 429, quota: [60, 30, 60], request: pets },
    ...also,
  });

  it.each<readonly [what: string, responses: readonly ResponseParts[], why: string | undefined]>([
    ['returned 429 twice', [refused(1), refused(2)], stray],
    ['returned 429 once', [refused(1)], undefined],
    ['returned 429 twice at once', [refused(1, { took: 1 }), refused(1.5)], undefined],
    ['returned 429 again right after the first', [refused(1, { took: 1 }), refused(2)], stray],
    [
      'returned 429 twice without the key',
      [1, 2].map((at) => refused(at, { request: { ...pets, credential: 'none' } })),
      undefined,
    ],
    ['returned other statuses', [refused(1, { status: 400 }), refused(2, { status: 400 })], undefined],
  ])('%s', (_what, responses, why) => {
    const { proof, see } = proofWith();
    see(listed);
    for (const one of responses) see(one);
    expect(proof.whyNot()).toBe(why);
  });

  it('is not that of a recovery, of a dropped operation, or of the proof itself', () => {
    const recovering = proofWith();
    recovering.see(listed);
    for (const at of [1, 2]) recovering.see(refused(at), true);
    expect(recovering.proof.whyNot()).toBeUndefined();
    const dropped = proofWith({ dropped: ['petById'] });
    dropped.see(listed);
    for (const at of [1, 2]) dropped.see(refused(at));
    expect(dropped.proof.whyNot()).toBeUndefined();
    const proven = proofWith();
    proven.see(listed);
    proven.state.decision = { kind: 'proven', by: cutOff(0) };
    for (const at of [1, 2]) proven.see(refused(at));
    proven.state.decision = { kind: 'open' };
    expect(proven.proof.whyNot()).toBeUndefined();
  });

  it('is shown by the newest twenty 429s', () => {
    const { proof, see } = proofWith({ dropped: ['petById'] });
    see(listed);
    const other = { request: { operation: 'orders' } as const };
    for (const at of [1, 2]) see(refused(at, other));
    for (let at = 3; at <= 20; at++) see(refused(at));
    expect(proof.whyNot()).toBe(stray);
    see(refused(21));
    expect(proof.whyNot()).toBeUndefined();
  });
});

describe('a proof', () => {
  it('goes on from its start to its end, and keeps the first reason why it was omitted', () => {
    const { proof } = proofWith();
    proof.end('too early');
    expect([proof.asked(), proof.leftOut()]).toEqual([false, undefined]);
    proof.ask();
    expect(proof.asked()).toBe(true);
    proof.end('a first reason');
    expect([proof.asked(), proof.leftOut()]).toEqual([false, 'a first reason']);
    proof.ask();
    proof.end('another');
    expect(proof.leftOut()).toBe('a first reason');
  });

  it.each<readonly [decision: EnforcementDecision, leftOut: string | undefined]>([
    [{ kind: 'undecided', reason: 'in doubt' }, 'a reason'],
    [{ kind: 'proven', by: cutOff(0) }, undefined],
  ])('was omitted unless it is decided: %s', (decision, leftOut) => {
    const { proof, state } = proofWith();
    state.decision = decision;
    proof.ask();
    proof.end('a reason');
    expect(proof.leftOut()).toBe(leftOut);
  });

  it('learns nothing from a request without a response', () => {
    const { proof, see } = proofWith();
    see(listed);
    proof.see(cutOff(1), false);
    expect([proof.whyNot(), proof.zeroIsNotEnforced()]).toEqual([undefined, false]);
  });

  it('sees that an untimed 0 is not enforced', () => {
    expect(having(...times(4, untimedZero)).proof.zeroIsNotEnforced()).toBe(false);
    expect(having(...times(5, untimedZero)).proof.zeroIsNotEnforced()).toBe(true);
  });
});
