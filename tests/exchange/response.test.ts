import { describe, expect, test } from 'vitest';
import { bodyProblem, expectStatus, NotTested, Unmet } from '../../src/checks/expectations.ts';
import type { HttpResponse, Responded } from '../../src/exchange/exchange.ts';
import {
  capOn,
  causeOf,
  documentOf,
  jsonOf,
  listIndexOf,
  placeOf,
  receivedOf,
} from '../../src/exchange/response.ts';
import { cutOff, responded } from '../support/responses.ts';

/** Creates a response with this body and these other properties. */
function withBody(body: string, more: Partial<HttpResponse> = {}): Responded {
  const exchange = responded({ at: 0, body });
  return { ...exchange, outcome: { kind: 'response', response: { ...exchange.outcome.response, ...more } } };
}

const caps = { depth: 2, elements: 3 };
const coding = 'a gzip body that ends too soon';

function mismatchOf(act: () => void) {
  try {
    act();
  } catch (error) {
    if (error instanceof Unmet) return error.mismatch;
    throw error;
  }
  return undefined;
}

describe('a response body', () => {
  test('is parsed once, even a long one', () => {
    for (const body of ['[1]', `["${'x'.repeat(70_000)}"]`]) {
      const exchange = withBody(body);
      expect(documentOf(exchange)).toBe(documentOf(exchange));
    }
  });

  test('is parsed for each response, after a long one too', () => {
    const [one, other] = [withBody(`["${'x'.repeat(70_000)}"]`), withBody(`["${'y'.repeat(70_000)}"]`)];
    const document = documentOf(one);
    expect([...(listIndexOf(other)?.all() ?? [])]).toEqual(['y'.repeat(70_000)]);
    expect(jsonOf(withBody('[2]'))).toEqual([2n]);
    expect(documentOf(one)).toEqual(document);
    expect(documentOf(one)).not.toBe(document);
    const [first, second] = [withBody('[1]'), withBody('[2]')];
    const short = documentOf(first);
    expect([...(listIndexOf(second)?.all() ?? [])]).toEqual([2n]);
    expect(documentOf(first)).toBe(short);
  });

  test('is long above 64 KB; then a list keeps no elements, and an object no nested values', () => {
    const list = (length: number) => jsonOf(withBody(`["${'x'.repeat(length - 4)}"]`));
    expect(list(64 * 1024)).toHaveLength(1);
    expect(list(64 * 1024 + 1)).toEqual([]);
    const named = { id: 1, name: 'a', description: 'b', code: 'c', message: 'd', status: 2 };
    const others = Array.from({ length: 100 }, (_one, at) => [`k${at}`, 'x'.repeat(1_000)]);
    const long = jsonOf(
      withBody(JSON.stringify({ ...Object.fromEntries(others), nested: { id: [1] }, ...named })),
    );
    expect(long).toMatchObject({ ...named, id: 1n, status: 2n });
    expect(JSON.stringify(long, (_key, value) => (typeof value === 'bigint' ? 0 : value))).not.toContain(
      '[0]',
    );
  });

  test('is parsed once for responses that share its bytes and limits', () => {
    const exchange = withBody('[[[1]]]');
    const { response } = exchange.outcome;
    const again = (more: Partial<HttpResponse>): Responded => ({
      ...exchange,
      outcome: { kind: 'response', response: { ...response, ...more } },
    });
    expect(documentOf(again({}))).toBe(documentOf(exchange));
    expect(documentOf(again({ caps }))).toMatchObject({ ok: false, kind: 'too-deep' });
    expect(documentOf(exchange).ok).toBe(true);
  });

  test('has a value if it is complete, valid JSON', () => {
    expect(jsonOf(withBody('{"a":1}'))).toEqual({ a: 1n });
    expect(jsonOf(withBody('null'))).toBeNull();
    expect(jsonOf(withBody('{'))).toBeUndefined();
    expect(jsonOf(withBody('{"a":1}', { bodyProblem: coding }))).toBeUndefined();
  });

  test.each([
    ['', 'no body'],
    ['[1]', 'JSON'],
    ['{\n"a":}', /^a body that is not JSON \(.+, line 2\)$/],
  ] as const)('%j is described as %s', (body, problem) => {
    expect(bodyProblem(withBody(body))).toMatch(problem);
  });

  test('that could not be decoded is reported as such', () => {
    const response = withBody('', { bodyProblem: coding });
    expect(bodyProblem(response)).toBe(coding);
    expect(capOn(response)).toBeUndefined();
  });

  test.each([
    ['[[[1]]]', '--max-nesting'],
    ['[1,2,3,4]', '--max-elements'],
  ])('%s is not judged if it exceeds a limit that %s raises', (body, option) => {
    const response = withBody(body, { caps });
    expect(capOn(response)).toMatch(new RegExp(`^.+ \\(raise ${option}\\)$`));
    expect(() => bodyProblem(response)).toThrow(NotTested);
    expect(() => bodyProblem(response)).toThrow(/^a response was not read to its end: ./);
    expect(capOn(withBody(body))).toBeUndefined();
  });

  test('names the limit that it exceeds in a clause', () => {
    expect(capOn(withBody('[[[1]]]', { caps }))).toBe('nesting exceeds 2 levels (raise --max-nesting)');
  });

  test('that was cut off by a limit is not judged', () => {
    const response = withBody('[', { bodyProblem: 'a body cut after 16 MB', cutByCap: true });
    expect(capOn(response)).toBe('a body cut after 16 MB');
    expect(() => bodyProblem(response)).toThrow('a response was not read to its end: a body cut after 16 MB');
    expect(capOn(withBody('['))).toBeUndefined();
  });
});

describe('an exchange', () => {
  test('has a place of operation and status', () => {
    expect(placeOf(responded({ at: 0, status: 404 }))).toBe('GET /categories returned 404');
    expect(placeOf(cutOff(0))).toBe('GET /categories got no response');
  });

  test('is described by status and reason phrase, or by the fault', () => {
    expect(receivedOf(responded({ at: 0, status: 404 }))).toBe('status 404');
    expect(receivedOf(withBody('', { reason: 'OK' }))).toBe('status 200 OK');
    expect(receivedOf(cutOff(0))).toBe('the connection was cut');
  });

  test('has a cause without values of the run', () => {
    expect(causeOf(responded({ at: 0, status: 404 }))).toBe('returned 404');
    expect(causeOf(cutOff(0))).toBe('no response (cut)');
  });
});

describe('an expected status', () => {
  test('is met only by the same status', () => {
    expect(mismatchOf(() => expectStatus(responded({ at: 0, status: 201 }), 201))).toBeUndefined();
    expect(mismatchOf(() => expectStatus(responded({ at: 0, status: 200 }), 201))).toEqual({
      expected: 'status 201',
      received: 'status 200',
      cause: 'returned 200',
    });
    expect(mismatchOf(() => expectStatus(cutOff(0), 201))).toEqual({
      expected: 'status 201',
      received: 'the connection was cut',
      cause: 'no response (cut)',
    });
  });

  test('that is not met throws an Unmet error', () => {
    expect(() => expectStatus(cutOff(0), 201)).toThrow(
      'expected status 201, received the connection was cut',
    );
    expect(() => expectStatus(cutOff(0), 201)).toThrow(expect.objectContaining({ name: 'Unmet' }));
  });
});
