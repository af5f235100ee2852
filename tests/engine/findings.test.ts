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
import type { AcceptedFailure, Finding } from '../../src/report/model/report.ts';
import { createRedactor } from '../../src/report/record/redact.ts';
import { redactReport } from '../../src/report/record/redact-report.ts';
import { requirementById } from '../../src/spec/catalog.ts';
import type { Requirement } from '../../src/spec/requirement.ts';
import { sampleReport } from '../report/sample-report.ts';
import { freshReadings } from '../support/readings.ts';
import { responded } from '../support/responses.ts';
import { testKey } from '../support/run-against.ts';

const redact = createRedactor({ key: testKey });
const parts: FindingParts = {
  catalogue: catalogueOf(),
  recorder: {
    base: new URL('http://shop.test/v1'),
    userAgent: 'a kit',
    extraHeaders: [],
    redact,
    runMark: 'kitqzabcde',
    startedAt: 0,
  },
  readings: freshReadings(),
  settings: { seed: usualSeed },
  startedAt: new Date('2026-11-29'),
  tries: new Map(),
};

const wrong = { expected: 'status 400', received: 'status 201', cause: 'returned 201' };

/** Returns the only finding that an occurrence leads to. */
function findingWith(
  occurrence: Partial<Occurrence> = {},
  { row = requirementById('list.ok'), ...more }: Partial<FindingParts> & { readonly row?: Requirement } = {},
) {
  const tally = emptyTally();
  addOccurrence(tally, { ...wrong, ...occurrence });
  const [finding] = findingsOf(row, tally, { ...parts, ...more });
  if (finding === undefined) throw new Error('there is no finding');
  return finding;
}

/** Returns a finding as reporters receive it. */
function reported(finding: Finding): Finding {
  const [shown] = redactReport({ ...sampleReport, findings: [finding] }, redact).findings;
  if (shown === undefined) throw new Error('there is no finding');
  return shown;
}

const list = responded({ at: 1, body: '[]' });
const created = responded({ at: 0, status: 201, request: post('{"name":"kitqzabcdeaaaa"}') });
const invalid = requirementById('invalid.name-type');

describe('a finding', () => {
  test('about an exchange that had to follow another one shows both, unless the exchange was sent for the requirement of the finding', () => {
    const shownWith = (sentFor: string, also: Partial<Occurrence> = {}) =>
      findingWith({ exchange: { ...list, follows: created, sentFor }, ...also }).comparedWith?.exchange.id;
    expect(shownWith('invalid.body-empty')).toBe(created.id);
    expect(shownWith('invalid.body-empty', { comparedWith: list })).toBe(list.id);
    expect(shownWith('list.ok')).toBeUndefined();
  });

  test('that is accepted on one operation only is shown by a request to another operation', () => {
    const row = requirementById('headers.present');
    const requirement = row.id;
    const tally = emptyTally();
    addOccurrence(tally, { ...wrong, received: 'status 200', exchange: list });
    addOccurrence(tally, { ...wrong, exchange: created });
    const shownWith = (accepted: readonly AcceptedFailure[]) => {
      const [finding] = findingsOf(row, tally, { ...parts, settings: { seed: usualSeed, accepted } });
      return [finding?.exchange?.request.method, finding?.received];
    };
    const known = { requirement, cause: wrong.cause, reason: 'known', until: '2026-11-29' };
    const ofList = { ...known, operation: list.request.operation };
    const ofCreation = { ...known, operation: created.request.operation };
    expect(shownWith([])).toEqual(['GET', 'status 200']);
    expect(shownWith([ofList])).toEqual(['POST', 'status 201']);
    expect(shownWith([ofCreation])).toEqual(['GET', 'status 200']);
    expect(shownWith([ofList, ofCreation])).toEqual(['GET', 'status 200']);
    expect(shownWith([{ ...ofList, until: '2026-11-28' }])).toEqual(['GET', 'status 200']);
  });

  test('is redacted before it is shortened', () => {
    const padded = (most: number) => `${'z'.repeat(most - 5)}${testKey}`;
    const cut = (most: number) => `${'z'.repeat(most - 5)}[key]`;
    const finding = findingWith({
      expected: padded(4_000),
      received: padded(4_000),
      cause: testKey,
      listed: padded(2_000),
      at: [{ pointer: padded(200), id: padded(200), value: padded(4_000) }],
    });
    const { expected, received, signature, listed, at } = reported(finding);
    expect([expected, received, listed]).toEqual([cut(4_000), cut(4_000), cut(2_000)]);
    expect(signature).toBe('list.ok: [key]');
    expect(at).toEqual([{ pointer: cut(200), id: cut(200), value: cut(4_000) }]);
  });
});

describe('the bodies in a finding', () => {
  const bodyOf = (text: string, more: Partial<HttpRequest> = {}) =>
    responded({ at: 0, status: 201, request: { ...post(text), ...more } });
  const digest = (text: string) => digestOf(Buffer.from(text), 'kitqzabcde');
  const [one, two] = ['{"name":1}', '{"name":2}'];

  test('are listed if the requirement is about bodies, or if the check of that requirement sent them', () => {
    const found = (exchange: Exchange, row = invalid, firstFound?: Exchange) =>
      findingWith({ exchange, ...(firstFound && { firstFound }) }, { row }).bodies;
    expect(found(bodyOf(one))).toEqual([digest(one)]);
    expect(found(bodyOf(one), invalid, bodyOf(two))).toEqual([digest(two), digest(one)]);
    expect(found(bodyOf(one), invalid, bodyOf(one))).toEqual([digest(one)]);
    expect(found(list)).toBeUndefined();
    const own = requirementById('create.text');
    expect(found(bodyOf(one), own)).toBeUndefined();
    expect(found({ ...bodyOf(one), sentFor: own.id }, own)).toEqual([digest(one)]);
    const { traits: _, ...plain } = own;
    expect(found({ ...bodyOf(one), sentFor: own.id }, plain)).toEqual([digest(one)]);
    expect(findingWith({}, { row: invalid })).not.toHaveProperty('bodies');
  });
});

describe('the payload of a finding', () => {
  const faultClass = {
    id: 'name-integer',
    requirement: 'invalid.name-type',
    fault: 'a number',
    control: 'a string',
    accepted: 'it is stored',
  };
  const generated = { faultClass, seed: 7, path: '3:1' };
  const sent = (text: string) => responded({ at: 0, status: 201, request: { ...post(text), generated } });

  test('names its seed, unless it is the default seed', () => {
    const seedOf = (seed: number, exchange?: Exchange) =>
      findingWith({ ...(exchange && { exchange }) }, { row: invalid, settings: { seed } }).seed;
    expect(seedOf(4, sent('{}'))).toBe(4);
    expect(seedOf(usualSeed, sent('{}'))).toBeUndefined();
    expect(seedOf(4, created)).toBeUndefined();
    expect(seedOf(4)).toBeUndefined();
    const text = { row: requirementById('create.text'), settings: { seed: 4 } };
    expect(findingWith({ exchange: created }, text).seed).toBe(4);
    expect(findingWith({}, text).seed).toBeUndefined();
  });
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

  test('does not include a case that also failed', () => {
    expect(also(['another key'], ['y'], 'another key', 'an empty object')[0]).toEqual([
      { place: 'an empty object', count: 1 },
    ]);
    expect(also(['another key'], [], 'another key')).toEqual([undefined]);
  });
});

describe('the fix of missing headers', () => {
  const row = requirementById('headers.present');
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
    [[405], /^Only responses from the router /],
    [[503], /in front of the application/],
    [[400, 401, 404], /^Only errors /],
    [[200, 201], /^Only successful responses /],
    [[200, 400], /^Set the headers before/],
  ])('names the code to fix if only responses with %j lack the headers', (statuses, fix) => {
    expect(fixOf(statuses.map((status, index) => (index === 0 ? creation(status) : pet(status))))).toMatch(
      fix,
    );
  });

  test('is the general advice if every response lacks the headers', () => {
    expect(fixOf([creation(429)], undefined, false)).toBe(row.fix);
  });
});

describe('an error after the unread body of a refused request', () => {
  const refused = { ...created, ...responded({ at: 0, status: 401, request: post(Buffer.from('{}')) }) };
  const closing = [['Connection', 'close']] as const;
  const fixOf = (
    given: Parameters<typeof responded>[0],
    follows: Exchange = refused,
    others: readonly Exchange[] = [],
  ) => {
    const tally = emptyTally();
    for (const exchange of [{ ...responded(given), follows }, ...others])
      addOccurrence(tally, { ...wrong, exchange });
    return findingsOf(requirementById('errors.shape'), tally, parts)[0]?.fix ?? '';
  };
  const said = /^The request before this one on its connection returned 401, and the server probably did not/;

  test('is explained at the start of the fix', () => {
    expect(fixOf({ at: 1, status: 400, headers: closing })).toMatch(said);
  });

  test('is assumed only after a refused request with a body, if an error ends the connection', () => {
    const { fix } = requirementById('errors.shape');
    const bodiless = responded({ at: 0, status: 401 });
    expect(fixOf({ at: 1, status: 400 })).toBe(fix);
    expect(fixOf({ at: 1, status: 201, headers: closing })).toBe(fix);
    expect(fixOf({ at: 1, status: 400, headers: closing }, bodiless)).toBe(fix);
    expect(fixOf({ at: 1, status: 400, headers: closing }, { ...refused, ...created })).toBe(fix);
  });

  test('is assumed only if it can explain every occurrence', () => {
    const error = { at: 1, status: 400, headers: closing };
    const [alike, alone] = [{ ...responded(error), follows: refused }, responded(error)];
    expect(fixOf(error, refused, [alike])).toMatch(said);
    expect(fixOf(error, refused, [alike, alone])).toBe(requirementById('errors.shape').fix);
  });
});

test('possible leftovers include a POST that returned 2xx without a category', () => {
  const request = post(Buffer.from('{"name":"kitaaaa"}'), { mark: 'kitaaaa' });
  const left = (body: string) =>
    possibleLeftovers({
      list: responded({ at: 1 }),
      candidates: [responded({ at: 0, status: 201, body, request })],
    });
  expect(left('')).toMatchObject([{ name: 'kitaaaa', cause: 'created' }]);
  expect(left('{"id":1,"name":"kitaaaa"}')).toEqual([]);
});
