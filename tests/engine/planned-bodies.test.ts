import { describe, expect, test } from 'vitest';
import type { AddedChecks } from '../../src/checks/custom-checks.ts';
import { check } from '../../src/checks/vocabulary.ts';
import type { Settings } from '../../src/config/settings.ts';
import { dryRun, type KnownTarget, planAhead, withBodies } from '../../src/engine/plan.ts';
import { catalogueOf, mostWithoutKey, select } from '../../src/engine/select.ts';
import { settingsFor } from '../support/run-against.ts';

const target = (given: Partial<Settings>) => settingsFor('http://shop.test/v1', given);

/** The bodies of classes that always fail a run, and of all classes. */
const [required, all] = [39, 51];
const minute = { limit: 60, remaining: 59, secondsToReset: 60 };

interface Given {
  readonly settings?: Partial<Settings>;
  /** Requests with the key apart from the bodies, the first list included. */
  readonly others?: number;
  readonly known?: KnownTarget;
}

/** Adds bodies to a check with these requests. */
async function add({ settings: given = {}, others = 20, known = minute }: Given) {
  const settings = target(given);
  const other = check('list.ok', 'another', { withKey: others - 1 }, async () => {});
  const selection = { ...select(catalogueOf(), settings), checks: [other] };
  const { checks, withoutBody } = await withBodies(selection, settings, known);
  return { checks, other, isShortOfBodies: withoutBody.length > 0, count: checks.length - 1 };
}

describe('the invalid bodies of a run', () => {
  const thorough = { profile: 'thorough', maxWaitSeconds: 150 } as const;
  test.each<readonly [string, Given, number]>([
    ['fill the window', {}, 40],
    ['are those of each required class, at the least', { others: 21 }, required],
    ['use a second window if the rest of the first is too small', { others: 22 }, all],
    ['are those of each class then', { others: 50 }, all],
    ['are no more than a small second window allows', { others: 22, known: { ...minute, limit: 5 } }, 43],
    [
      'are not fewer than the required classes for a tiny one',
      { others: 50, known: { ...minute, limit: 5 } },
      required,
    ],
    ['are few with the profile gentle', { settings: { profile: 'gentle' } }, 14],
    ['are as many as the profile allows before the first response', { known: {} }, 60],
    [
      'are as many as the profile allows without a known limit',
      { known: { ...minute, limit: undefined as never } },
      60,
    ],
    [
      'are as many as the profile allows without a known rest',
      { known: { ...minute, remaining: undefined as never } },
      60,
    ],
    [
      'are as many as the profile allows with a window of unknown length',
      { known: { ...minute, secondsToReset: undefined as never } },
      60,
    ],
    ['fill each window that a thorough run may wait for', { settings: thorough }, 100],
    ['leave one wait for the recovery', { settings: { ...thorough, maxWaitSeconds: 123 } }, 40],
    ['use two windows at exactly twice the wait', { settings: { ...thorough, maxWaitSeconds: 124 } }, 100],
    ['use the first window without a wait', { settings: { ...thorough, maxWaitSeconds: 0 } }, 40],
  ])('%s', async (_what, given, count) => {
    expect((await add(given)).count).toBe(count);
  });

  test('are too few if a required class has none', async () => {
    expect((await add({})).isShortOfBodies).toBe(false);
    expect((await add({ settings: { profile: 'gentle' } })).isShortOfBodies).toBe(true);
  });
});

describe('a body that failed before', () => {
  type Body = readonly [id: string, text: string];
  const known = (...bodies: Body[]): Partial<Settings> => ({
    accepted: bodies.map(([id, text]) => ({
      requirement: 'invalid.name-type',
      reason: 'known',
      body: { class: id, base64: Buffer.from(text).toString('base64') },
    })),
  });
  const one = ['name-integer', '{"name":12345}'] as const;
  const two = ['name-integer', '{"name":54321}'] as const;
  const advisory = ['comment', '{"name":"a" /* b */}'] as const;

  test.each<readonly [string, readonly Body[], number]>([
    ['takes the turn of its class', [one], required],
    ['needs room next to another one of its class', [one, two], required + 1],
    ['needs room if its class only warns', [advisory], required + 1],
  ])('%s', async (_what, bodies, needed) => {
    const tiny = { others: 50, known: { ...minute, limit: 5 } };
    expect((await add({ ...tiny, settings: known(...bodies) })).count).toBe(needed);
  });
});

describe('a plan before the first response', () => {
  const ahead = (given: Partial<Settings>) => planAhead(select(catalogueOf(), target(given)), target(given));

  test.each<readonly [Partial<Settings>, number]>([
    [{}, 43],
    [{ plan: 'enterprise' }, 43],
    [{ plan: 'free' }, 43],
    [{ plan: 'pro' }, 60],
    [{ exhaust: false }, 60],
    [{ plan: 'free', exhaust: false }, 43],
  ])('with %j has %i invalid bodies, which fit the window that it may have', async (given, count) => {
    expect((await ahead(given)).plan.invalidBodies).toBe(count);
  });

  test('knows the waits of a given plan', async () => {
    const sent = { withKey: 60, withoutKey: mostWithoutKey, creates: 10, invalidBodies: 43 };
    const checks: unknown = expect.any(Number);
    const most = { createsAtMost: 40, waitsAtMost: 150 };
    expect((await ahead({})).plan).toStrictEqual({
      checks,
      ...sent,
      ...most,
      atMost: 3_500,
      waits: 1,
    });
    const free = { checks, ...sent, ...most, atMost: 524, proof: 63, totalWithKey: 63, waits: 1 };
    expect((await ahead({ plan: 'free' })).plan).toStrictEqual(free);
    const partly = await ahead({ plan: 'free', exhaust: false, maxRequests: 70 });
    expect(partly.plan).toMatchObject({ proofSkipped: 'excluded by --no-exhaust', waits: 0 });
  });
});

describe('a dry run', () => {
  const text = { title: '', source: '', asks: '', impact: '', fix: '' };
  const guide: AddedChecks = {
    from: 'guide.mjs',
    requirements: [{ ...text, id: 'guide.etag', level: 'required' }],
    suite: { title: 'Guide', checks: [check('guide.etag', 'a check', {}, async () => {})] },
  };

  test('lists what would be sent, with the first list and custom checks', async () => {
    const first = { requirement: 'list.ok', title: 'the list before the first creation' };
    expect((await dryRun(target({ only: 'guide.etag' }), [guide])).requests).toEqual([
      first,
      { requirement: 'guide.etag', title: 'a check' },
    ]);
    expect((await dryRun(target({ only: 'errors.allow' }))).requests[0]).toEqual(first);
  });
});
