import { describe, expect, test } from 'vitest';
import { post } from '../../src/checks/requests.ts';
import { occurrencesWords } from '../../src/engine/tally.ts';
import type { ReachedCap } from '../../src/readings/post-stops.ts';
import creating from '../../suites/creating.ts';
import refusing from '../../suites/refusing.ts';
import { firstCreation, secondList } from '../../suites/shared.ts';
import { responded } from '../support/responses.ts';
import { checked, type Serve } from './checked.ts';
import { correctly } from './correct-server.ts';
import { concluded, type Known, tallied } from './judged.ts';

const later = 'a plain category in another JSON form, later in the run';
const laterCheck =
  'a plain category is created later in the run, with reversed key order, whitespace and escapes';
const text = 'a string is returned unchanged: emoji';
const renamed = 'the same category with a name unlike the others';
const control = 'a plain category after a refused one';

const refusedBy = (status: number, also: Partial<ReachedCap> = {}): ReachedCap => ({
  ...{ status, created: 3, isDoubtful: false, shownBy: responded({ at: 0, status }) },
  ...also,
});
const capped = (reached: ReachedCap | undefined, roomAfter?: number): Known => ({
  creationCap: {
    reached: () => reached,
    refuted: () => undefined,
    hasRoomAfter: (status) => status === roomAfter,
  },
});

/** Runs a check against a server that returns these statuses for these purposes. */
async function run(title: string, statuses: Readonly<Record<string, number>>, readings: Known = {}) {
  const serve: Serve = (request, purpose) => {
    const status = statuses[purpose];
    return status === undefined ? correctly(request) : { status };
  };
  const { judgment, sent } = await checked(creating, title, serve, { readings });
  return { judgment, sent: sent.map(({ purpose }) => purpose) };
}

describe('after a refused category', () => {
  const before = [firstCreation.title, secondList.title];

  test('a plain one shows whether the server accepts more, also after a 400', async () => {
    expect(await run(laterCheck, { [later]: 400, [control]: 400 })).toEqual({
      judgment: 'not judged: the server accepts no more categories: status 400 after 1 category',
      sent: [...before, later, control],
    });
  });

  test.each([
    [401, 'not judged: see auth.key-accepted'],
    [302, 'expected status 201, received status 302: returned 302'],
    [500, 'expected status 201, received status 500: returned 500'],
  ])('none is sent if the status %i says nothing about a cap', async (status, judgment) => {
    expect(await run(laterCheck, { [later]: status })).toEqual({ judgment, sent: [...before, later] });
  });

  test('none is sent if the first one was refused, too', async () => {
    for (const status of [400, 422])
      expect(await run(laterCheck, { [firstCreation.title]: status, [later]: 422 })).toEqual({
        judgment: 'expected status 201, received status 422: returned 422',
        sent: [...before, later],
      });
  });

  test('none is sent once it is known that the server accepts no more', async () => {
    expect(await run(laterCheck, { [later]: 409 }, capped(refusedBy(409)))).toEqual({
      judgment: 'not judged: the server accepts no more categories: status 409 after 3 categories',
      sent: [...before, later],
    });
    const doubtful = capped(refusedBy(409, { isDoubtful: true }));
    expect(await run(laterCheck, { [later]: 409 }, doubtful)).toEqual({
      judgment:
        'not judged: a plain category was refused, too (see create.created): status 409 after 3 categories',
      sent: [...before, later],
    });
  });

  test('none is sent for a string that is refused like one with room left', async () => {
    const room = capped(undefined, 409);
    expect(await run(text, { [text]: 409 }, room)).toEqual({
      judgment: 'not judged: such strings are refused (status 409)',
      sent: [...before, text],
    });
    expect((await run(text, { [text]: 422 }, room)).sent).toEqual([...before, text, control]);
    expect((await run(laterCheck, { [later]: 409 }, room)).sent).toEqual([
      ...before,
      later,
      control,
      renamed,
    ]);
  });

  test('none is sent for a string that is redirected', async () => {
    expect((await run(text, { [text]: 302 })).sent).toEqual([...before, text]);
    expect((await run(text, { [text]: 500 })).sent).toEqual([...before, text, control]);
  });
});

describe('at the end, a refused category', () => {
  const title = 'one more plain category at the end, if the refusal of an earlier one may come from a cache';
  const notJudged = 'not judged: see auth.key-accepted';

  test('is followed by one more, after a second, if the refusal may be about the body', async () => {
    const readings = capped(refusedBy(409, { isDoubtful: true }));
    const { judgment, sent, waits } = await checked(creating, title, correctly, { readings });
    expect(judgment).toBe(notJudged);
    expect(waits).toEqual([[1000, 'to check that categories are still refused']]);
    expect(sent.map(({ purpose }) => purpose)).toEqual(['a plain category at the end']);
    expect(String(sent[0]?.request.body)).toBe('{"name":"kitaaaa","description":"made by a test"}');
    expect(sent[0]?.request.mark).toBe('kitaaaa');
  });

  test('is followed by none if the refusal is about the number of categories', async () => {
    const readings = capped(refusedBy(409));
    const { judgment, sent, waits } = await checked(creating, title, correctly, { readings });
    expect([judgment, sent, waits]).toEqual([notJudged, [], []]);
  });

  test('is a finding if a later one was created', () => {
    const refuted = (cap?: ReachedCap) => {
      const creationCap = { reached: () => undefined, refuted: () => cap };
      return concluded(creating, 'create.created', [], { creationCap });
    };
    expect(refuted()).toBe('not selected');
    expect(refuted(refusedBy(409))).toBe(
      'expected 201, received status 409, and 201 for such categories before and after: returned 409',
    );
  });
});

describe('a cap', () => {
  const creation = (body: string, status: number) =>
    responded({ at: 0, status, request: post(Buffer.from(body)) });

  test.each([
    [1, 'one more category after 1 category: status 409'],
    [2, 'one more category after 2 categories: status 409'],
  ])('is noted after %i', (created, words) => {
    const tally = tallied(refusing, 'invalid.unstated', [], capped(refusedBy(409, { created })));
    expect([tally.tested, occurrencesWords(tally)]).toEqual([1, words]);
  });

  test('is not noted without one', () => {
    expect(tallied(refusing, 'invalid.unstated', [], capped(undefined)).tested).toBe(0);
  });

  test('explains a refusal of an invalid body with its status, and no other', () => {
    const verdict = (status: number, cap?: ReachedCap) => {
      const sent = [creation('{"name":"kitaaaa"}', 201), creation('[]', status)];
      return concluded(refusing, 'invalid.body-type', sent, capped(cap));
    };
    expect(verdict(409, refusedBy(409))).toMatch(/^not judged: /);
    expect(verdict(422, refusedBy(409))).toMatch(/: returned 422$/);
    expect(verdict(409)).toMatch(/: returned 409$/);
    expect(verdict(201, refusedBy(409))).toMatch(/: returned 201$/);
  });
});

test('each word may replace a name that is refused', async () => {
  const names: unknown[] = [];
  for (let at = 0; at < 10; at++) {
    const serve: Serve = (_request, purpose) => ({ status: purpose === firstCreation.title ? 400 : 201 });
    const before = [responded({ at: 0, body: '{}' })];
    const otherwise = { random: () => (at + 0.5) / 10, before };
    const { sent } = await checked(creating, 'a plain category is created', serve, otherwise);
    names.push(JSON.parse(String(sent.at(-1)?.request.body)).name);
  }
  expect(names.join(' ')).toBe('koala otter gecko tapir hyena robin shrew finch macaw bison');
});
