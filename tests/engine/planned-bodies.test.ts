import { describe, expect, test } from 'vitest';
import type { AddedChecks } from '../../src/checks/custom-checks.ts';
import { check } from '../../src/checks/vocabulary.ts';
import type { Settings } from '../../src/config/settings.ts';
import { dryRun, type KnownTarget, planAhead, withBodies } from '../../src/engine/plan.ts';
import { catalogueOf, mostWithoutKey, select } from '../../src/engine/select.ts';
import { settingsFor } from '../support/run-against.ts';

const target = (given: Partial<Settings>) => settingsFor('http://shop.test/v1', given);

/** The number of bodies of the classes that always fail a run, of those that every standard run sends, and of all classes. */
const [required, always, all] = [47, 53, 62];
/** The maximum number of bodies in a standard run. */
const most = 64;
const minute = { limit: 60, remaining: 59, secondsToReset: 60 };
/** What the first response shows in a window that other clients have used, and in a window with a tiny limit. */
const used = { ...minute, remaining: 40 };
const tiny = { ...minute, limit: 5, remaining: 3 };
/** The list request that shows what the bodies of the next window stored. */
const list = 1;

interface Given {
  readonly settings?: Partial<Settings>;
  /** The number of requests with the key that do not send an invalid body, including the first list. */
  readonly others?: number;
  readonly known?: KnownTarget;
}

/** Adds bodies to a selection in which one check sends the other requests. */
async function addBodies({ settings: given = {}, others = 14, known = minute }: Given) {
  const settings = target(given);
  const other = check('list.ok', 'another', { withKey: others - 1 }, async () => {});
  const selection = { ...select(catalogueOf(), settings), checks: [other] };
  const { checks, withoutBody } = await withBodies(selection, settings, known);
  return { checks, other, isShortOfBodies: withoutBody.length > 0, count: checks.length - 1 };
}

describe('the invalid bodies of a run', () => {
  const thorough = { profile: 'thorough', maxWaitSeconds: 150 } as const;
  test.each<readonly [string, Given, number]>([
    ['are as many as fit into the window', { others: 10 }, always + list],
    ['are those of every standard run, some of them in the next window', {}, always + list],
    ['are those of every standard run, all of them in the next window', { others: 60 }, always + list],
    ['use a second window if too little of the first is left', { others: 20, known: used }, all + list],
    [
      'are no more than a small second window allows',
      { others: 22, known: { ...minute, limit: 42, remaining: 25 } },
      required + list,
    ],
    [
      'cover the required classes even if the second window is tiny',
      { others: 50, known: tiny },
      required + list,
    ],
    ['are fewer with --profile gentle', { settings: { profile: 'gentle' } }, 14],
    ['are as many as the profile allows before the first response', { known: {} }, most + list],
    [
      'are as many as the profile allows if Limit is unknown',
      { known: { ...minute, limit: undefined as never } },
      most + list,
    ],
    [
      'are as many as the profile allows if Remaining is unknown',
      { known: { ...minute, remaining: undefined as never } },
      most + list,
    ],
    [
      'are as many as the profile allows if the length of the window is unknown',
      { known: { ...minute, secondsToReset: undefined as never } },
      most + list,
    ],
    ['fill every window that a thorough run may wait for', { settings: thorough }, 106 + list],
    [
      'leave time for one wait for the recovery',
      { settings: { ...thorough, maxWaitSeconds: 123 } },
      required + list,
    ],
    [
      'use two windows if --max-wait allows exactly two waits',
      { settings: { ...thorough, maxWaitSeconds: 124 } },
      106 + list,
    ],
    [
      'use only the first window if the run may not wait',
      { settings: { ...thorough, maxWaitSeconds: 0 } },
      required + list,
    ],
  ])('%s', async (_what, given, count) => {
    expect((await addBodies(given)).count).toBe(count);
  });

  test('are reported as too few if a required class has none', async () => {
    expect((await addBodies({})).isShortOfBodies).toBe(false);
    expect((await addBodies({ settings: { profile: 'gentle' } })).isShortOfBodies).toBe(true);
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
    ['replaces the generated body of its class', [one], required],
    ['needs a request of its own if another body of its class failed, too', [one, two], required + 1],
    ['needs a request of its own if its class only warns', [advisory], required + 1],
  ])('%s', async (_what, bodies, needed) => {
    const given = { others: 50, known: tiny, settings: known(...bodies) };
    expect((await addBodies(given)).count).toBe(needed + list);
  });
});

describe('a plan before the first response', () => {
  const ahead = (given: Partial<Settings>) => planAhead(select(catalogueOf(), target(given)), target(given));

  test.each<readonly [Partial<Settings>, number]>([
    [{}, always],
    [{ plan: 'enterprise' }, always],
    [{ plan: 'free' }, always],
    [{ plan: 'pro' }, most],
    [{ exhaust: false }, most],
    [{ plan: 'free', exhaust: false }, always],
  ])('with %j has %i invalid bodies', async (given, count) => {
    expect((await ahead(given)).plan.invalidBodies).toBe(count);
  });

  test('has the requests, the waits and the maxima, with and without --plan', async () => {
    const sent = { withKey: 74, withoutKey: mostWithoutKey, creates: 11, invalidBodies: always };
    const checks: unknown = expect.any(Number);
    const maxima = { createsAtMost: 40, waitsAtMost: 150 };
    expect((await ahead({})).plan).toStrictEqual({
      checks,
      ...sent,
      ...maxima,
      atMost: 3_500,
      waits: 1,
    });
    const free = { checks, ...sent, ...maxima, atMost: 624, proof: 63, totalWithKey: 78, waits: 1 };
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

  test('lists the requests that a run would send, with the first list and custom checks', async () => {
    const first = { requirement: 'list.ok', title: 'the list before the first creation' };
    expect((await dryRun(target({ only: 'guide.etag' }), [guide])).requests).toEqual([
      first,
      { requirement: 'guide.etag', title: 'a check' },
    ]);
    expect((await dryRun(target({ only: 'errors.allow' }))).requests[0]).toEqual(first);
  });
});
