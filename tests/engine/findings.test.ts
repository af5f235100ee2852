import { describe, expect, test } from 'vitest';
import { post } from '../../src/checks/requests.ts';
import { usualSeed } from '../../src/config/options.ts';
import { type FindingParts, findingsOf } from '../../src/engine/findings.ts';
import { catalogueOf } from '../../src/engine/select.ts';
import { addOccurrence, addPassed, emptyTally } from '../../src/engine/tally.ts';
import { digestOf } from '../../src/exchange/body-digest.ts';
import type { Exchange, HttpRequest } from '../../src/exchange/exchange.ts';
import type { Occurrence } from '../../src/exchange/finding.ts';
import { possibleLeftovers } from '../../src/readings/leftovers.ts';
import type { Finding } from '../../src/report/model/report.ts';
import { createRedactor } from '../../src/report/record/redact.ts';
import { redactReport } from '../../src/report/record/redact-report.ts';
import { requirement } from '../../src/spec/catalog.ts';
import type { Requirement } from '../../src/spec/requirement.ts';
import { sampleReport } from '../report/sample-report.ts';
import { freshReadings } from '../support/readings.ts';
import { responded } from '../support/responses.ts';
import { testKey } from '../support/run-against.ts';

const redact = createRedactor({ key: testKey });
const parts: FindingParts = {
  catalogue: catalogueOf(),
  recorder: {
    ...{ base: new URL('http://shop.test/v1'), userAgent: 'a kit', extraHeaders: [] },
    ...{ redact, runMark: 'kitqzabcde', startedAt: 0 },
  },
  readings: freshReadings(),
  settings: { seed: usualSeed },
  tries: new Map(),
};

const wrong = { expected: 'status 400', received: 'status 201', cause: 'returned 201' };

/** Returns the only finding of one occurrence. */
function findingWith(
  occurrence: Partial<Occurrence> = {},
  { row = requirement('list.ok'), ...more }: Partial<FindingParts> & { readonly row?: Requirement } = {},
) {
  const tally = emptyTally();
  addOccurrence(tally, { ...wrong, ...occurrence });
  const [finding] = findingsOf(row, tally, { ...parts, ...more });
  if (finding === undefined) throw new Error('there is no finding');
  return finding;
}

/** Returns a finding as reporters get it. */
function reported(finding: Finding): Finding {
  const [shown] = redactReport({ ...sampleReport, findings: [finding] }, redact).findings;
  if (shown === undefined) throw new Error('there is no finding');
  return shown;
}

const list = responded({ at: 1, body: '[]' });
const created = responded({ at: 0, status: 201, request: post('{"name":"kitqzabcdeaaaa"}') });
const invalid = requirement('invalid.name-type');

describe('a finding', () => {
  test('of the whole run quotes the requirement, and has no more than was found', () => {
    const { id, level, title, source, sentence, impact, fix } = requirement('list.ok');
    expect(findingWith()).toStrictEqual({
      ...{ requirement: id, level, title, source, sentence, impact, fix },
      ...{
        cause: 'returned 201',
        signature: 'list.ok: returned 201',
        wrong: 'body',
        expected: 'status 400',
        received: 'status 201',
      },
      ...{ count: 1, instances: [], places: [], tested: 0 },
    });
  });

  test('of a custom check names its section', () => {
    const row = { ...requirement('list.ok'), id: 'guide.etag' };
    const suite = { title: 'Guide', checks: [] };
    const catalogue = catalogueOf([{ from: 'guide.mjs', requirements: [row], suite }]);
    expect(findingWith({}, { row, catalogue }).section).toBe('Guide');
  });

  test('of an exchange shows it, where it occurred, and how to repeat it', () => {
    const finding = findingWith({ exchange: list });
    expect(finding.exchange).toMatchObject({ id: 1, atMs: 1_000, response: { status: 200, body: '[]' } });
    expect(finding.curl).toBe(
      `curl -i --globoff -H "Authorization: Bearer $PETSTORE_API_KEY" -H 'Accept: application/json' 'http://shop.test/v1/categories'`,
    );
    expect(finding.places).toEqual([{ place: 'GET /categories returned 200', count: 1 }]);
    expect(finding).not.toHaveProperty('comparedWith');
    expect(finding).not.toHaveProperty('timeline');
    expect(finding).not.toHaveProperty('payload');
    expect(finding).not.toHaveProperty('seed');
    expect(finding).not.toHaveProperty('bodies');
  });

  test('shows the previous request, too, if its exchange followed it for another requirement', () => {
    const shownWith = (sentFor: string, also: Partial<Occurrence> = {}) =>
      findingWith({ exchange: { ...list, follows: created, sentFor }, ...also }).comparedWith?.exchange.id;
    expect(shownWith('invalid.body-empty')).toBe(created.id);
    expect(shownWith('invalid.body-empty', { comparedWith: list })).toBe(list.id);
    expect(shownWith('list.ok')).toBeUndefined();
  });

  test('of two exchanges shows both, with the listed elements', () => {
    const listed = '{"id":1,"name":"kitqzabcdeaaaa"}';
    const { comparedWith, exchange, ...finding } = findingWith({
      exchange: created,
      comparedWith: list,
      listed,
    });
    expect(comparedWith?.exchange.response?.body).toBe(`in a list of 0: ${listed}`);
    expect(comparedWith?.curl).toContain('/categories');
    expect(exchange?.request.method).toBe('POST');
    expect(finding.listed).toBe(listed);
    expect(findingWith({ exchange: list, listed }).exchange?.response?.body).toBe(
      `in a list of 0: ${listed}`,
    );
  });

  test('points to the fault in a body', () => {
    const body = JSON.stringify({ padding: 'x'.repeat(3_000), id: 'a', name: 'the fault' });
    const exchange = responded({ at: 0, status: 201, body });
    expect(findingWith({ exchange, near: 'the fault' }).exchange?.response?.faultAt).toBe(1_001);
    const row = requirement('create.id');
    const byMember = findingWith({ exchange, received: 'id is a string', cause: 'id is a string' }, { row });
    expect(byMember.exchange?.response?.body).toMatch(/^…/);
    const at = [{ pointer: '/1/id', value: 'null' }];
    const two = responded({ at: 0, body: '[{"id":1,"name":"a"},{"id":null,"name":"b"}]' });
    expect(findingWith({ exchange: two, at }).exchange?.response?.body).toMatch(/^\(a list of 2, not shown/);
  });

  test('names at most five places in a body, and shortens what the target wrote', () => {
    const long = 'y'.repeat(300);
    const at = [
      { pointer: '/0', value: 'null' },
      { pointer: `/${long}`, id: long, value: long.repeat(20) },
    ];
    expect(reported(findingWith({ at })).at).toEqual([
      { pointer: '/0', value: 'null' },
      { pointer: `/${long}`.slice(0, 200), id: long.slice(0, 200), value: long.repeat(20).slice(0, 4_000) },
    ]);
    expect(findingWith({ at: [...at, ...at, ...at] }).at).toHaveLength(5);
  });

  test('is redacted before it is shortened', () => {
    const padded = (most: number) => `${'z'.repeat(most - 5)}${testKey}`;
    const cut = (most: number) => `${'z'.repeat(most - 5)}[key]`;
    const finding = findingWith({
      ...{ expected: padded(4_000), received: padded(4_000), cause: testKey, listed: padded(2_000) },
      at: [{ pointer: padded(200), id: padded(200), value: padded(4_000) }],
    });
    const { expected, received, signature, listed, at } = reported(finding);
    expect([expected, received, listed]).toEqual([cut(4_000), cut(4_000), cut(2_000)]);
    expect(signature).toBe('list.ok: [key]');
    expect(at).toEqual([{ pointer: cut(200), id: cut(200), value: cut(4_000) }]);
  });

  test('uses the advice of its cause, or that of its requirement', () => {
    const advice = { impact: 'another impact', fix: 'another fix' };
    expect(findingWith({ advice })).toMatchObject(advice);
    const { impact, outcomes } = requirement('list.ok');
    expect(findingWith({ exchange: list })).toMatchObject({ impact });
    expect(findingWith({ exchange: list, outcome: 'failed' }).fix).toBe(outcomes?.failed?.fix);
  });

  test.each([
    ['limit.enforced', [1, 2]],
    ['headers.limit-steady', [1, 2]],
    ['list.ok', undefined],
  ])('of %s shows these rows of the timeline: %j', (id, ids) => {
    const readings = freshReadings();
    const [first, second, third] = [1, 2, 3].map((number) => ({
      ...responded({ at: number, status: 429, headers: [['Retry-After', `5 ${testKey}`]] }),
      id: number,
    }));
    for (const one of [first, second, third]) if (one) readings.see(one);
    const more = { row: requirement(id), readings };
    const { timeline } = reported(findingWith({ ...(second && { exchange: second }) }, more));
    expect(timeline?.map((row) => row.id)).toEqual(ids);
    if (ids !== undefined) expect(timeline?.[0]?.retryAfter).toBe('5 [key]');
    expect(findingWith({}, more)).not.toHaveProperty('timeline');
  });
});

describe('the bodies of a finding', () => {
  const bodyOf = (text: string, more: Partial<HttpRequest> = {}) =>
    responded({ at: 0, status: 201, request: { ...post(text), ...more } });
  const digest = (text: string) => digestOf(Buffer.from(text), 'kitqzabcde');
  const [one, two] = ['{"name":1}', '{"name":2}'];

  test('are those that were found, if the requirement is about bodies or sent them itself', () => {
    const found = (exchange: Exchange, row = invalid, firstFound?: Exchange) =>
      findingWith({ exchange, ...(firstFound && { firstFound }) }, { row }).bodies;
    expect(found(bodyOf(one))).toEqual([digest(one)]);
    expect(found(bodyOf(one), invalid, bodyOf(two))).toEqual([digest(two), digest(one)]);
    expect(found(bodyOf(one), invalid, bodyOf(one))).toEqual([digest(one)]);
    expect(found(list)).toBeUndefined();
    const own = requirement('create.text');
    expect(found(bodyOf(one), own)).toBeUndefined();
    expect(found({ ...bodyOf(one), sentFor: own.id }, own)).toEqual([digest(one)]);
    const { traits: _, ...plain } = own;
    expect(found({ ...bodyOf(one), sentFor: own.id }, plain)).toEqual([digest(one)]);
    expect(findingWith({}, { row: invalid })).not.toHaveProperty('bodies');
  });

  test('are identified without the names of the run', () => {
    const named = (mark: string) => bodyOf(`{"name":"${mark}","x":"${mark}"}`, { mark });
    const digests = ['kitqzabcdeaaaa', 'a-mark'].map(
      (mark) => findingWith({ exchange: named(mark) }, { row: invalid }).bodies?.[0],
    );
    expect(digests[0]).toBe(digests[1]);
  });
});

describe('the payload of a finding', () => {
  const faultClass = { id: 'name-integer', fault: 'a number', control: 'a string', accepted: 'it is stored' };
  const generated = { faultClass, seed: 7, path: '3:1' };
  const sent = (text: string) => responded({ at: 0, status: 201, request: { ...post(text), generated } });

  test('says how it was generated, found and made smaller', () => {
    const tries = new Map([['invalid.name-type: returned 201', 4]]);
    const exchange = sent('{"name":0}');
    const { payload } = findingWith(
      { exchange, firstFound: sent('{"name":12345}') },
      { row: invalid, tries },
    );
    expect(payload).toEqual({
      ...{ class: 'name-integer', fault: 'a number', control: 'a string', accepted: 'it is stored' },
      ...{ seed: 7, path: '3:1', tries: 4, found: '{"name":12345}', smallest: '{"name":0}' },
      replay: 'npx petstore-conformance replay report.json --finding invalid.name-type',
    });
    expect(findingWith({ exchange }, { row: invalid }).payload).toMatchObject({
      tries: 0,
      found: '{"name":0}',
    });
  });

  test('depends on a seed, unless that is the usual one', () => {
    const seedOf = (seed: number, exchange?: Exchange) =>
      findingWith({ ...(exchange && { exchange }) }, { row: invalid, settings: { seed } }).seed;
    expect(seedOf(4, sent('{}'))).toBe(4);
    expect(seedOf(usualSeed, sent('{}'))).toBeUndefined();
    expect(seedOf(4, created)).toBeUndefined();
    expect(seedOf(4)).toBeUndefined();
    const text = { row: requirement('create.text'), settings: { seed: 4 } };
    expect(findingWith({ exchange: created }, text).seed).toBe(4);
    expect(findingWith({}, text).seed).toBeUndefined();
  });
});

test('a finding names its cases', () => {
  expect(findingWith({ instance: 'another key instead of `name`' }).instances).toEqual([
    'another key instead of `name`',
  ]);
});

describe('what is also correct', () => {
  const also = (first: readonly string[], second: readonly string[], ...right: readonly string[]) => {
    const tally = emptyTally();
    for (const instance of first) addOccurrence(tally, { ...wrong, instance });
    for (const instance of second) addOccurrence(tally, { ...wrong, cause: 'no response', instance });
    for (const place of right) addPassed(tally, place);
    tally.tested = 9;
    const findings = findingsOf(invalid, tally, parts);
    expect(findings.map(({ tested }) => tested)).toEqual(findings.map(() => 9));
    return findings.map(({ alsoCorrect }) => alsoCorrect);
  };

  test('is in each finding, with its count', () => {
    const right = [{ place: 'a case', count: 2 }];
    expect(also(['x'], ['y'], 'a case', 'a case')).toEqual([right, right]);
  });

  test('does not include a case that failed once', () => {
    expect(also(['another key'], ['y'], 'another key', 'an empty object')[0]).toEqual([
      { place: 'an empty object', count: 1 },
    ]);
    expect(also(['another key'], [], 'another key')).toEqual([undefined]);
  });
});

describe('the fix of missing headers', () => {
  const row = requirement('headers.present');
  const fixOf = (exchanges: readonly Exchange[], advice?: Occurrence['advice'], isPassed = true) => {
    const tally = emptyTally();
    for (const exchange of exchanges)
      addOccurrence(tally, { ...wrong, exchange, ...(advice === undefined ? {} : { advice }) });
    if (isPassed) addPassed(tally, 'GET /categories returned 200');
    return findingsOf(row, tally, parts)[0]?.fix;
  };
  const pet = (status: number) => responded({ at: 1, status, request: { operation: 'petById' } });
  const creation = (status: number) => ({ ...created, ...responded({ at: 1, status, request: post('') }) });

  test.each([
    [[429], /^Only responses with 429 /],
    [[401], /^Only responses with 401 /],
    [[400, 415], /^Only responses to invalid bodies /],
    [[405], /^Only responses of the router /],
    [[503], /in front of the application/],
    [[400, 401, 404], /^Only errors /],
    [[200, 201], /^Only successful responses /],
    [[200, 400], /^Set the headers before/],
  ])('names the place if only responses with %j lack them', (statuses, fix) => {
    expect(fixOf(statuses.map((status, index) => (index === 0 ? creation(status) : pet(status))))).toMatch(
      fix,
    );
  });

  test('names the operation if only one is affected', () => {
    expect(fixOf([pet(200), pet(400)])).toMatch(/^Only one operation /);
  });

  test('is the general one if every response lacks them', () => {
    expect(fixOf([creation(429)], undefined, false)).toBe(row.fix);
  });

  test('is about the header if only that is affected', () => {
    expect(fixOf([creation(429)], { impact: 'It hurts.', fix: 'Rename it.' })).toBe('Rename it.');
  });
});

describe('an error after the unread body of a refused request', () => {
  const refused = { ...created, ...responded({ at: 0, status: 401, request: post(Buffer.from('{}')) }) };
  const closing = [['Connection', 'close']] as const;
  const fixOf = (
    given: Parameters<typeof responded>[0],
    follows: Exchange = refused,
    { times = 1 }: { readonly times?: number } = {},
  ) => {
    const tally = emptyTally();
    for (let time = 0; time < times; time++)
      addOccurrence(tally, { ...wrong, exchange: { ...responded(given), follows } });
    return findingsOf(requirement('errors.shape'), tally, parts)[0]?.fix ?? '';
  };
  const said = /^The request before this one on its connection returned 401, and the server probably did not/;

  test('is the first advice', () => {
    expect(fixOf({ at: 1, status: 400, headers: closing })).toMatch(said);
  });

  test('is not assumed without a refusal before, a body, an error, or the end of the connection', () => {
    const { fix } = requirement('errors.shape');
    const bodiless = responded({ at: 0, status: 401 });
    expect(fixOf({ at: 1, status: 400 })).toBe(fix);
    expect(fixOf({ at: 1, status: 201, headers: closing })).toBe(fix);
    expect(fixOf({ at: 1, status: 400, headers: closing }, bodiless)).toBe(fix);
    expect(fixOf({ at: 1, status: 400, headers: closing }, { ...refused, ...created })).toBe(fix);
    expect(fixOf({ at: 1, status: 400, headers: closing }, refused, { times: 2 })).toBe(fix);
  });
});

test('possible leftovers of a broken list include a POST that returned 2xx without a category', () => {
  const request = post(Buffer.from('{"name":"kitaaaa"}'), { mark: 'kitaaaa' });
  const left = (body: string) =>
    possibleLeftovers({
      list: responded({ at: 1 }),
      candidates: [responded({ at: 0, status: 201, body, request })],
    });
  expect(left('')).toMatchObject([{ name: 'kitaaaa', cause: 'created' }]);
  expect(left('{"id":1,"name":"kitaaaa"}')).toEqual([]);
});
