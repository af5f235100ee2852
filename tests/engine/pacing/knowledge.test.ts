import { describe, expect, it } from 'vitest';
import { get, plainList, post } from '../../../src/checks/requests.ts';
import type { Settings } from '../../../src/config/settings.ts';
import type { Exchange, HeaderLine } from '../../../src/exchange/exchange.ts';
import type { EnforcementDecision } from '../../../src/readings/enforcement.ts';
import type { Sent } from '../../../src/readings/shedding.ts';
import { petById } from '../../../src/spec/operations.ts';
import { entryOf, knowledgeOf, type Step, toPost } from '../../support/knowledge.ts';
import { freshReadings } from '../../support/readings.ts';
import { cutOff } from '../../support/responses.ts';

const { outcome: cut } = cutOff(0);
const toPet = { request: get(petById) };
const readings = freshReadings();

describe('the number of requests in flight', () => {
  it.each<readonly [what: string, settings: Partial<Settings>, steps: readonly Step[], most: number]>([
    ['is four before the first response', {}, [], 4],
    ['is four after a request without a response', {}, [{ outcome: cut }], 4],
    ['is eight at most, because all may return 429', {}, [{ took: 0.1 }], 8],
    ['is at most the setting', { concurrency: 6 }, [{ took: 0.1 }], 6],
    ['falls with a slow server, so that the last response comes soon', {}, [{ took: 1 }], 2],
    ['follows the fastest response', {}, [{ took: 1 }, { took: 0.5 }, { took: 2 }], 5],
    [
      'falls with the timeout, so that the last response comes in time',
      { timeoutSeconds: 4 },
      [{ took: 0.5 }],
      4,
    ],
    ['is one after refusals', {}, [503, 503].map((status) => ({ status, took: 0.1 })), 1],
    ['is not one after a single refusal', {}, [{ status: 503, took: 0.1 }], 8],
  ])('%s', (_what, settings, steps, most) => {
    const { knowledge, send } = knowledgeOf({ concurrency: 32, timeoutSeconds: 30, ...settings });
    send(...steps);
    expect(knowledge.state().concurrency).toBe(most);
  });

  it('is one after a 429', () => {
    const { knowledge } = knowledgeOf();
    knowledge.holds.headRead(429, [], false);
    expect(knowledge.state().concurrency).toBe(1);
  });
});

describe('creations', () => {
  it.each<readonly [maxCreates: number, shrinkRequests: number, before: number]>([
    [60, 50, 50],
    [8, 50, 6],
    [3, 50, 3],
    [8, 0, 8],
  ])(
    'of at most %i: with %i requests to search for smaller bodies, %i come before',
    (most, shrinkRequests, before) => {
      const { knowledge, send } = knowledgeOf({ maxCreates: most, shrinkRequests });
      let count = 0;
      while (knowledge.whyNot(entryOf(toPost)) === undefined && count < 100) {
        send({ entry: toPost, status: 201 });
        count++;
      }
      expect(count).toBe(before);
      expect(knowledge.whyNot(entryOf(toPost))).toMatchObject({
        kind: 'creates spent',
        message: `--max-creates ${most} is used up`,
      });
    },
  );

  it('may run out by the POSTs in flight', () => {
    const { knowledge } = knowledgeOf({ maxCreates: 2, shrinkRequests: 0 });
    const mayRunOut = [1, 2].map(() => {
      knowledge.sent(entryOf(toPost));
      return knowledge.state().createsMayRunOut;
    });
    expect(mayRunOut).toEqual([false, true]);
  });
});

describe('the remaining quota', () => {
  it.each<readonly [profile: Settings['profile'], left: number]>([
    ['standard', 40],
    ['gentle', 34],
  ])('of a %s run is %i', (profile, left) => {
    const { knowledge, send } = knowledgeOf({ profile });
    send({ quota: [60, 40, 60] });
    expect(knowledge.state().proof.bucket.left).toBe(left);
  });

  it('is unknown again after Reset', () => {
    const { knowledge, send, time } = knowledgeOf();
    send({ quota: [60, 0, 60] });
    const left = [60.9, 61.1].map((seconds) => {
      time.seconds = seconds;
      return knowledge.state().proof.bucket.left;
    });
    expect(left).toEqual([0, Number.POSITIVE_INFINITY]);
  });

  it('of lists may be their own, and is what a proof would use up', () => {
    const { knowledge, send } = knowledgeOf({ maxRequests: 67 });
    send({ entry: toPost, status: 400, quota: [60, 10, 60] }, { quota: [60, 59, 60] });
    for (let sent = 0; sent < 10; sent++) knowledge.sent(entryOf());
    const { proof } = knowledge.state();
    expect([proof.bucket.left, proof.blocked]).toEqual([49, undefined]);
  });

  it('is not used up for a proof if --max-requests leaves too few', () => {
    const { knowledge, send } = knowledgeOf({ maxRequests: 20 });
    send({ quota: [60, 50, 60] });
    expect(knowledge.state().proof.blocked).toBe(
      '--max-requests leaves too few requests (19) to use up the remaining quota',
    );
  });

  it('is not used up for a proof if the gaps take longer than the window', () => {
    const { knowledge, send } = knowledgeOf();
    send({ quota: [60, 50, 20] });
    for (const asked of [0, 0]) knowledge.holds.gap.widen(asked);
    expect(knowledge.state().proof.blocked).toMatch(/^some requests were refused; with gaps/);
  });

  it.each<readonly [decision: EnforcementDecision, unlimited: boolean]>([
    [{ kind: 'open' }, false],
    [{ kind: 'proven', by: cutOff(0) }, false],
    [{ kind: 'not enforced', by: cutOff(0), served: true, seen: '', cause: '' }, true],
    [{ kind: 'not enforced', by: cutOff(0), served: false, seen: '', cause: '' }, false],
  ])('does not matter if the limit is not enforced: %j', (decision, unlimited) => {
    const enforcement = { ...readings.enforcement, decision: () => decision };
    const { knowledge } = knowledgeOf({}, { readings: { ...readings, enforcement } });
    expect(knowledge.state().unlimited).toBe(unlimited);
  });

  it('does not matter if lists are served after 0 without a Reset', () => {
    const { knowledge, send } = knowledgeOf();
    const headers: HeaderLine[] = [
      ['X-RateLimit-Limit', '60'],
      ['X-RateLimit-Remaining', '0'],
    ];
    const unlimited = [1, 2, 3, 4, 5].map(() => {
      send({ headers });
      return knowledge.state().unlimited;
    });
    expect(unlimited).toEqual([false, false, false, false, true]);
  });
});

describe('waiting requests', () => {
  const settle = { resolve: () => {}, reject: () => {} };
  const wanted = { purpose: 'a test', sentFor: 'list.ok', priority: 7 };

  it('are described by what decides when they go', () => {
    const { knowledge, send } = knowledgeOf();
    send({ quota: [60, 40, 60] });
    const requests = [plainList(), get(petById, 'none'), post('{}')];
    for (const request of requests) knowledge.backlog.want({ ...wanted, make: () => request }, settle);
    const each = { priority: 7, bucket: { left: 40 } };
    expect(knowledge.state().waiting).toMatchObject([
      { ...each, order: 0, isPost: false, withKey: true, isPlainList: true, entry: { request: requests[0] } },
      { ...each, order: 1, isPost: false, withKey: false, isPlainList: false },
      { ...each, order: 2, isPost: true, withKey: true, isPlainList: false },
    ]);
  });

  it.each<readonly [exhaust: true | string, requests: number, goesOn: boolean]>([
    ['left out', 0, false],
    ['left out', 1, true],
    [true, 0, true],
  ])('or the proof follow a wait: %s, %i', (exhaust, requests, goesOn) => {
    const { knowledge } = knowledgeOf({}, { exhaust });
    for (let count = 0; count < requests; count++)
      knowledge.backlog.want({ ...wanted, make: plainList }, settle);
    expect([knowledge.state().goesOn, knowledge.goesOn()]).toEqual([goesOn, goesOn]);
  });

  it('begin after the time that the target asked for before the run', () => {
    const held = knowledgeOf({}, { heldMs: 5_000 }).knowledge;
    expect([held.state().pausedUntil, held.holds.reason()]).toEqual([
      5_000,
      'as long as the target asked before the run (Retry-After)',
    ]);
    expect(knowledgeOf().knowledge.state().pausedUntil).toBe(Number.NEGATIVE_INFINITY);
  });
});

describe('sent requests', () => {
  it('are counted, and uncounted if they were held back', () => {
    const { knowledge } = knowledgeOf();
    const [first, retry] = [entryOf({ ...toPost, creates: true }), entryOf({ tries: 1 })];
    const ticket = knowledge.sent(first);
    expect(knowledge.counts).toEqual({ requests: 1, retried: 0 });
    const tickets = [ticket, knowledge.sent(retry)] as const;
    expect([knowledge.counts, knowledge.inFlight.counts.all]).toEqual([{ requests: 2, retried: 1 }, 2]);
    knowledge.heldBack(first, tickets[0]);
    expect([knowledge.counts, knowledge.inFlight.counts.all]).toEqual([{ requests: 1, retried: 1 }, 1]);
    knowledge.heldBack(retry, tickets[1]);
    expect([knowledge.counts, knowledge.inFlight.counts.all]).toEqual([{ requests: 0, retried: 0 }, 0]);
  });

  it.each<readonly [tries: number, gaps: readonly number[], sent: Sent]>([
    [0, [], { isRepeated: false, isPaced: false }],
    [1, [], { isRepeated: true, isPaced: false }],
    [0, [0], { isRepeated: false, isPaced: true }],
  ])('are read with how they were sent: after %i tries, gaps %j', (tries, gaps, sent) => {
    const seen: (Sent | undefined)[] = [];
    const see = (_exchange: Exchange, how?: Sent) => seen.push(how);
    const { knowledge, send } = knowledgeOf({}, { readings: { ...readings, see } });
    for (const asked of gaps) knowledge.holds.gap.widen(asked);
    send({ entry: { tries } });
    expect(seen).toEqual([sent]);
  });
});

describe('a recovery', () => {
  it.each<readonly [what: string, step: Step, recovering: boolean, again: number]>([
    ['ends with a served list', {}, false, 0],
    ['ends with any final response to it', { status: 500 }, false, 0],
    ['continues after another 429', { status: 429 }, true, 1],
    ['continues after another request', { entry: toPet }, true, 0],
    ['continues after a fault that is retried', { status: 503 }, true, 0],
  ])('%s', (_what, step, recovering, again) => {
    const { knowledge, send, events } = knowledgeOf();
    knowledge.holds.limitOver();
    send(step);
    expect([knowledge.state().recovering, knowledge.holds.limitedInARow()]).toEqual([recovering, again]);
    expect(events).toEqual(recovering ? [] : [{ type: 'resumed' }]);
  });

  it('is not announced if there was none', () => {
    const { knowledge, send, events } = knowledgeOf();
    send({}, { status: 429 });
    expect([events, knowledge.holds.limitedInARow(), knowledge.holds.recovering()]).toEqual([[], 0, false]);
  });
});

describe('429s', () => {
  /** Returns how many 429s end the run. */
  function mostOf(remaining: number, isRecovery: boolean): number {
    const { knowledge, send, time } = knowledgeOf();
    for (let count = 1; count < 20; count++) {
      if (isRecovery) knowledge.holds.limitOver();
      time.seconds += 100;
      const end = send({ status: 429, quota: [60, remaining, time.seconds + 50] });
      if (end !== undefined) return end.kind === 'limited too often' ? count : -count;
    }
    return 0;
  }

  it.each<readonly [what: string, remaining: number, isRecovery: boolean, count: number]>([
    ['five unexpected ones', 10, false, 5],
    ['five and the proof of the limit', 0, false, 6],
    ['eight recoveries', 10, true, 8],
  ])('end the run: %s', (_what, remaining, isRecovery, count) => {
    expect(mostOf(remaining, isRecovery)).toBe(count);
  });

  it('to one operation that others do not share end the gap, which would not have avoided them', () => {
    const { knowledge, send } = knowledgeOf();
    const limited: Step = { entry: toPet, status: 429, quota: [60, 50, 3600] };
    const gaps = [limited, {}, limited].map((step) => {
      send(step);
      return knowledge.holds.gap.ms();
    });
    expect(gaps).toEqual([250, 250, 0]);
    expect(knowledge.whyNot(entryOf(toPet))).toMatchObject({ kind: 'operation limited' });
  });
});
