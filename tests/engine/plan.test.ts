import { describe, expect, test } from 'vitest';
import { plainList } from '../../src/checks/requests.ts';
import { type Check, check, type Probe, probe } from '../../src/checks/vocabulary.ts';
import type { Settings } from '../../src/config/settings.ts';
import { type KnownTarget, planFor } from '../../src/engine/plan.ts';
import { catalogueOf, select } from '../../src/engine/select.ts';
import type { RequestPlan } from '../../src/report/model/report.ts';
import { customReason } from '../../src/spec/reasons.ts';
import { firstList } from '../../suites/index.ts';
import { settingsFor } from '../support/run-against.ts';

const sending = (needs: Check['needs'] = {}, requirement = 'list.ok') =>
  check(requirement, 'a check', needs, async () => {});
const shared = (needs: Probe['needs'] = {}) => probe('list.ok', 'a probe', needs, plainList);

/** Plans these checks and probes, by default without a proof. */
function planned(
  checks: readonly (Check | Probe)[],
  given: Partial<Settings> = {},
  known: KnownTarget = {},
  exhaust: true | string = 'left out',
) {
  const settings = settingsFor('http://shop.test/v1', given);
  const selection = { ...select(catalogueOf(), settings), checks: [...checks] };
  return planFor({ ...selection, exhaust: exhaust === true || customReason(exhaust) }, settings, known);
}

describe('a plan counts', () => {
  const used = shared({ creates: 1 });
  const other = shared({ withKey: 0, withoutKey: 2 });
  const carrier = shared({ carries: true });
  const following = () => sending({ withKey: 0, withoutKey: 1, afterKeyedRequest: true });
  test.each<readonly [string, readonly (Check | Probe)[], Partial<RequestPlan>]>([
    ['the first list, which is always sent', [], { checks: 1, withKey: 1, withoutKey: 0, creates: 0 }],
    ['the first list once', [sending(), firstList], { checks: 2, withKey: 2 }],
    ['one request with the key for each check', [sending(), sending()], { checks: 3, withKey: 3 }],
    [
      'the declared requests',
      [sending({ withKey: 3, withoutKey: 4, creates: 2 }), sending({ withKey: 0, creates: 1 })],
      { checks: 3, withKey: 4, withoutKey: 4, creates: 3 },
    ],
    ['a probe on its own', [used, other], { withKey: 2, withoutKey: 2, creates: 1 }],
    [
      'a probe once for all checks that use it',
      [sending({ uses: [used, other] }), sending({ uses: [used] }), used],
      { checks: 4, withKey: 4, withoutKey: 2, creates: 1 },
    ],
    [
      'invalid bodies',
      [sending({ withKey: 3 }, 'invalid.name-type'), sending({ withKey: 2 })],
      { withKey: 6, invalidBodies: 3 },
    ],
    ['bodies that may do harm', [sending({ mayBreak: 2 }), sending({ mayBreak: 1 })], { mayBreak: 3 }],
    ['requests that are sent last', [sending({ phase: 'last', withKey: 2 })], { checks: 2, withKey: 3 }],
    [
      'no request of a check at the end, which uses the requests of other checks',
      [
        sending({ phase: 'settled', withKey: 2, mayBreak: 1 }),
        sending({ phase: 'closing', withoutKey: 2 }, 'invalid.name-type'),
      ],
      { checks: 3, withKey: 1, withoutKey: 0, creates: 0, invalidBodies: 0 },
    ],
    ['a creation at the end', [sending({ phase: 'settled', creates: 1 })], { withKey: 2, creates: 1 }],
    [
      'a list for each request that must follow one with the key, if no other request can come before it',
      [carrier, following(), following(), following(), shared({ afterKeyedRequest: true })],
      { withKey: 5, withoutKey: 3 },
    ],
    [
      'no list if other requests can come before it',
      [carrier, shared({ carries: true }), following()],
      { withKey: 3 },
    ],
  ])('%s', (_what, checks, counts) => {
    expect(planned(checks).plan).toMatchObject(counts);
  });
});

describe('the budgets of a plan', () => {
  const creating = sending({ creates: 1 });
  const three = sending({ withKey: 3 });
  const one = sending();
  const withSpare = sending({ withKey: 3, spare: 2 });
  const keyless = sending({ withKey: 1, withoutKey: 1 });
  const used = shared();
  const user = sending({ withKey: 0, uses: [used] });
  const costlyUser = sending({ withKey: 3, uses: [used] });
  const atEnd = sending({ withKey: 3, phase: 'closing' });
  const last = sending({ phase: 'last' });
  type Row = readonly [
    string,
    Partial<Settings>,
    readonly (Check | Probe)[],
    readonly (readonly [Check, string])[],
  ];
  test.each<Row>([
    ['keep a request for the end', { maxRequests: 4 }, [keyless], []],
    [
      'leave out what does not fit next to that request',
      { maxRequests: 3 },
      [keyless],
      [[keyless, 'maxRequests']],
    ],
    ['count the requests without the key', { maxRequests: 6 }, [keyless, sending({ withoutKey: 1 })], []],
    [
      'count the requests without the key of all checks',
      { maxRequests: 5 },
      [sending({ withoutKey: 1 }), keyless],
      [[keyless, 'maxRequests']],
    ],
    ['keep one request for one creation', { maxRequests: 3 }, [creating], []],
    ['keep two requests for several creations', { maxRequests: 5 }, [creating, sending({ creates: 1 })], []],
    [
      'leave out a creation that would need two requests',
      { maxRequests: 4 },
      [sending({ creates: 1 }), creating],
      [[creating, 'maxRequests']],
    ],
    ['allow as many creations as the checks declare', { maxCreates: 1 }, [creating], []],
    [
      'leave out a second creation',
      { maxCreates: 1 },
      [sending({ creates: 1 }), creating],
      [[creating, 'maxCreates']],
    ],
    [
      'name the requests first if requests and creations are used up',
      { maxCreates: 0, maxRequests: 2 },
      [creating],
      [[creating, 'maxRequests']],
    ],
    ['take later checks that fit', { maxRequests: 3 }, [three, one], [[three, 'maxRequests']]],
    ['pay for a probe once', { maxRequests: 3 }, [user, sending({ withKey: 0, uses: [used] })], []],
    [
      'pay for a probe even if another check that uses it is left out',
      { maxRequests: 3 },
      [costlyUser, user, one],
      [
        [costlyUser, 'maxRequests'],
        [one, 'maxRequests'],
      ],
    ],
    ['reserve nothing for spare requests', { maxRequests: 3 }, [withSpare], []],
    ['reserve nothing for earlier checks either', { maxRequests: 4 }, [withSpare, one], []],
    ['reserve requests for all other checks', { maxRequests: 3 }, [withSpare, one], [[one, 'maxRequests']]],
    ['use the reserve for the checks at the end', { maxRequests: 4 }, [atEnd], []],
    ['use no more than the reserve', { maxRequests: 3 }, [atEnd], [[atEnd, 'maxRequests']]],
    ['do not use the reserve for what is sent last', { maxRequests: 2 }, [last], [[last, 'maxRequests']]],
  ])('%s', (_what, given, checks, out) => {
    const { leftOut, checks: taken } = planned(checks, given);
    expect(leftOut).toEqual(out.map(([item, by]) => ({ item, by })));
    expect(taken).toEqual([firstList, ...checks.filter((item) => !out.some(([left]) => left === item))]);
  });

  const short = 'not within --max-requests 3';
  test.each<readonly [string, readonly (Check | Probe)[], true | string, string | undefined]>([
    ['yes, after all checks', [one], true, undefined],
    ['no, if a check was left out', [three, one], true, short],
    ['yes, after a check at the end that was left out', [atEnd], true, undefined],
    [
      'yes, after a check that would create too much',
      [sending({ withKey: 0, creates: 41 })],
      true,
      undefined,
    ],
    ['no, if the user excluded it', [three], 'excluded by --no-exhaust', 'excluded by --no-exhaust'],
  ])('decide whether the proof is allowed: %s', (_what, checks, exhaust, proofSkipped) => {
    expect(planned(checks, { maxRequests: 3 }, {}, exhaust).plan.proofSkipped).toBe(proofSkipped);
  });
});

describe('the maxima in a plan', () => {
  const mixed = [
    sending({ withKey: 3 }, 'invalid.name-type'),
    sending({ withKey: 2, creates: 1 }),
    sending({ withKey: 0, withoutKey: 4 }),
  ];
  const maxima = (
    checks: readonly Check[],
    given: Partial<Settings> = {},
    known: KnownTarget = { limit: 60 },
    exhaust?: true,
  ) => {
    const { atMost, createsAtMost, waitsAtMost } = planned(checks, given, known, exhaust).plan;
    return [atMost, createsAtMost, waitsAtMost];
  };

  test('count each request twice, the search for smaller bodies, and the cost of eight 429s', () => {
    expect(maxima(mixed)).toEqual([20 + 20 + 16 + 63, 40, 150]);
    expect(maxima(mixed, { maxCreates: 100, maxWaitSeconds: 30 })).toEqual([119, 3 * (8 + 20), 30]);
    // A replay does not look for smaller bodies.
    expect(maxima(mixed, { againBodies: [] })).toEqual([99, 24, 150]);
    expect(maxima([...mixed, sending({ withKey: 0, controls: 2 })])).toEqual([121, 40, 150]);
    expect(maxima([...mixed, sending({ withKey: 24, phase: 'closing' })])).toEqual([143, 40, 150]);
  });

  test('count the proof of the limit', () => {
    const proof = 3 * 60 + 31 + 14;
    expect(maxima(mixed, { maxCreates: 100 }, { limit: 60 }, true)).toEqual([119 + proof, 100, 150]);
    expect(maxima(mixed, {}, { limit: 61 }, true)).toEqual([119 + proof + 3, 40, 150]);
    expect(maxima(mixed, {}, { isUnlimited: true }, true)).toEqual([119, 40, 150]);
  });

  test('are the budgets if these are lower or the limit is unknown', () => {
    expect(maxima(mixed, { maxRequests: 30 })).toEqual([30, 30, 150]);
    expect(maxima(mixed, {}, {}, true)).toEqual([3_500, 40, 150]);
  });

  test('never exceed what an earlier plan announced, and neither does the proof', () => {
    const known = { limit: 1_000, announced: 500 };
    expect(maxima(mixed, {}, known, true)).toEqual([500, 40, 150]);
    expect(planned(mixed, {}, known, true).plan.proofSkipped).toBe(
      'the proof needs 1007 requests in all, but at most 500 were announced',
    );
  });
});

describe('the proof in a plan', () => {
  const minute = { limit: 60, remaining: 59, secondsToReset: 60 };
  const keyless = sending({ withKey: 0, withoutKey: 2 });
  const proof = (
    checks: readonly Check[],
    given: Partial<Settings> = {},
    known: KnownTarget = minute,
    exhaust: true | string = true,
  ) => {
    const {
      checks: _checks,
      withKey: _withKey,
      withoutKey: _,
      ...more
    } = planned(checks, given, known, exhaust).plan;
    const { creates, invalidBodies, atMost, createsAtMost, waitsAtMost, ...shown } = more;
    return shown;
  };

  test('needs three requests more than the limit, or than the number of all other requests', () => {
    expect(proof([])).toEqual({ proof: 63, totalWithKey: 63, waits: 1 });
    expect(proof([sending({ withKey: 59 })])).toEqual({ proof: 63, totalWithKey: 63, waits: 1 });
    expect(proof([sending({ withKey: 60 })])).toEqual({ proof: 63, totalWithKey: 64, waits: 1 });
  });

  test('is left out if the budget of requests is too small for it', () => {
    expect(proof([keyless], { maxRequests: 65 })).toMatchObject({ proof: 63 });
    expect(proof([keyless], { maxRequests: 64 })).toEqual({
      proofSkipped: 'the proof needs 65 requests in all, but --max-requests is 64',
      totalWithKey: 2,
      waits: 0,
    });
  });

  test('uses the limit from the response, or else from --plan', () => {
    expect(proof([], { plan: 'pro' }, {})).toEqual({ proof: 303, totalWithKey: 303, waits: 1 });
    expect(proof([], { plan: 'pro' })).toMatchObject({ proof: 63 });
    expect(proof([], { plan: 'enterprise' }, {})).toEqual({ waits: 1 });
    expect(proof([], {}, {})).toEqual({ waits: 1 });
  });
});

describe('the waits of a run', () => {
  const ten = { limit: 10, remaining: 9 };
  test.each<readonly [string, number, KnownTarget, true | string, number]>([
    ['that fits into the window', 10, ten, 'not wanted', 0],
    ['with one request more than the window allows', 11, ten, 'not wanted', 1],
    ['that fits into two windows', 20, ten, 'not wanted', 1],
    ['with one request more than two windows allow', 21, ten, 'not wanted', 2],
    ['that begins later in the window', 6, { ...ten, remaining: 4 }, 'not wanted', 1],
    ['with a proof', 5, ten, true, 1],
    ['with a proof and a further full window', 19, ten, true, 1],
    ['with a proof and one request more than a further window allows', 20, ten, true, 2],
    ['with an unknown limit', 11, { remaining: 9 }, 'not wanted', 0],
    ['with an unknown Remaining', 11, { limit: 10 }, 'not wanted', 0],
  ])('%s', (_what, withKey, known, exhaust, waits) => {
    expect(planned([sending({ withKey: withKey - 1 })], {}, known, exhaust).plan.waits).toBe(waits);
  });
});
