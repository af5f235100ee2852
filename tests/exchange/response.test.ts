import { describe, expect, test } from 'vitest';
import { bodyProblem, expectStatus, NotTested, Unmet } from '../../src/checks/expectations.ts';
import type { HttpResponse, Responded } from '../../src/exchange/exchange.ts';
import {
  capOn,
  causeOf,
  documentOf,
  jsonOf,
  placeOf,
  receivedOf,
  rowsOf,
} from '../../src/exchange/response.ts';
import { cutOff, responded } from '../support/responses.ts';

/** An answer with this body; `more` is what else is known of it. */
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

describe('the body of an answer', () => {
  test('is read once, a long one too', () => {
    for (const body of ['[1]', `["${'x'.repeat(70_000)}"]`]) {
      const exchange = withBody(body);
      expect(documentOf(exchange)).toBe(documentOf(exchange));
    }
  });

  test('is read for each answer, however long the one before was', () => {
    const [one, other] = [withBody(`["${'x'.repeat(70_000)}"]`), withBody(`["${'y'.repeat(70_000)}"]`)];
    const document = documentOf(one);
    expect([...(rowsOf(other)?.all() ?? [])]).toEqual(['y'.repeat(70_000)]);
    expect(jsonOf(withBody('[2]'))).toEqual([2n]);
    expect(documentOf(one)).toEqual(document);
  });

  test('is read once for answers that share its bytes, and as far as each may be read', () => {
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

  test('has a value where it is JSON, and whole', () => {
    expect(jsonOf(withBody('{"a":1}'))).toEqual({ a: 1n });
    expect(jsonOf(withBody('null'))).toBeNull();
    expect(jsonOf(withBody('{'))).toBeUndefined();
    expect(jsonOf(withBody('{"a":1}', { bodyProblem: coding }))).toBeUndefined();
  });

  test.each([
    ['', 'no body'],
    ['[1]', 'JSON'],
    ['{\n"a":}', /^a body that is not JSON \(.+, line 2\)$/],
  ] as const)('%j is told as %s', (body, problem) => {
    expect(bodyProblem(withBody(body))).toMatch(problem);
  });

  test('that could not be decoded is told so', () => {
    const response = withBody('', { bodyProblem: coding });
    expect(bodyProblem(response)).toBe(coding);
    expect(capOn(response)).toBeUndefined();
  });

  test.each([
    ['[[[1]]]', '--max-nesting N'],
    ['[1,2,3,4]', '--max-elements N'],
  ])('%s is not judged beyond a cap, which an option moves', (body, option) => {
    const response = withBody(body, { caps });
    expect(capOn(response)).toMatch(new RegExp(`^.+: ${option} reads more$`));
    expect(() => bodyProblem(response)).toThrow(NotTested);
    expect(() => bodyProblem(response)).toThrow(/^an answer was not read to its end: ./);
    expect(capOn(withBody(body))).toBeUndefined();
  });

  test('that was cut by a cap is not judged either', () => {
    const response = withBody('[', { bodyProblem: 'a body cut after 16 MB', cutByCap: true });
    expect(capOn(response)).toBe('a body cut after 16 MB');
    expect(() => bodyProblem(response)).toThrow('an answer was not read to its end: a body cut after 16 MB');
    expect(capOn(withBody('['))).toBeUndefined();
  });
});

describe('an exchange in words', () => {
  test('is placed by operation and status', () => {
    expect(placeOf(responded({ at: 0, status: 404 }))).toBe('GET /categories answered 404');
    expect(placeOf(cutOff(0))).toBe('GET /categories got no answer');
  });

  test('tells the status and its reason, or the fault', () => {
    expect(receivedOf(responded({ at: 0, status: 404 }))).toBe('status 404');
    expect(receivedOf(withBody('', { reason: 'OK' }))).toBe('status 200 OK');
    expect(receivedOf(cutOff(0))).toBe('the connection was cut');
  });

  test('is a cause without any value of this run', () => {
    expect(causeOf(responded({ at: 0, status: 404 }))).toBe('answered 404');
    expect(causeOf(cutOff(0))).toBe('no answer (cut)');
  });
});

describe('an expected status', () => {
  test('is met by itself alone', () => {
    expect(mismatchOf(() => expectStatus(responded({ at: 0, status: 201 }), 201))).toBeUndefined();
    expect(mismatchOf(() => expectStatus(responded({ at: 0, status: 200 }), 201))).toEqual({
      expected: 'status 201',
      received: 'status 200',
      cause: 'answered 200',
    });
    expect(mismatchOf(() => expectStatus(cutOff(0), 201))).toEqual({
      expected: 'status 201',
      received: 'the connection was cut',
      cause: 'no answer (cut)',
    });
  });

  test('that is not met says so as an error, too', () => {
    expect(() => expectStatus(cutOff(0), 201)).toThrow(
      'expected status 201, received the connection was cut',
    );
    expect(() => expectStatus(cutOff(0), 201)).toThrow(expect.objectContaining({ name: 'Unmet' }));
  });
});
