import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { bodyProblem, NotTested } from '../../src/checks/expectations.ts';
import type { HttpResponse, Responded } from '../../src/exchange/exchange.ts';
import {
  capOn,
  documentOf,
  elementsOf,
  jsonOf,
  keptOfBody,
  namedElementsOf,
  shortenBody,
} from '../../src/exchange/response.ts';
import { cutOff, responded } from '../support/responses.ts';

/** Creates a response with this body and these other properties. */
function withBody(body: string, more: Partial<HttpResponse> = {}): Responded {
  const exchange = responded({ at: 0, body });
  return { ...exchange, outcome: { kind: 'response', response: { ...exchange.outcome.response, ...more } } };
}

const coding = 'a gzip body that ends too soon';

describe('a response body', () => {
  test('is parsed only once, even if it is long', () => {
    for (const body of ['[1]', `["${'x'.repeat(70_000)}"]`]) {
      const exchange = withBody(body);
      expect(documentOf(exchange)).toBe(documentOf(exchange));
    }
  });

  test('is parsed separately for each response, and only the newest long body stays in memory', () => {
    const [one, other] = [withBody(`["${'x'.repeat(70_000)}"]`), withBody(`["${'y'.repeat(70_000)}"]`)];
    const document = documentOf(one);
    expect(elementsOf(other)).toEqual(['y'.repeat(70_000)]);
    expect(documentOf(one)).toEqual(document);
    expect(documentOf(one)).not.toBe(document);
    const [first, second] = [withBody('[1]'), withBody('[2]')];
    const short = documentOf(first);
    expect(elementsOf(second)).toEqual([2n]);
    expect(documentOf(first)).toBe(short);
  });

  test('has elements if it is an array, and says which of them contain a name of the kit', () => {
    const mark = 'kitqzabcdefghj';
    const named = [{ name: mark }, { x: { y: [mark.toUpperCase()] } }, { [mark]: 1n }, mark];
    const texts = named.map((one) =>
      JSON.stringify(one, (_, value) => (typeof value === 'bigint' ? 1 : value)),
    );
    const others = Array(20).fill('{"id":1}');
    const list = withBody(`[${others},${texts},"\\u006bitqzabcdefghj",3]`);
    expect(elementsOf(list)).toHaveLength(26);
    expect(namedElementsOf(list)).toEqual([...named, mark]);
    expect(elementsOf(withBody('{}'))).toBeUndefined();
    expect(namedElementsOf(withBody('{}'))).toEqual([]);
  });

  test.each([
    ['', 'no body'],
    ['[1]', 'JSON'],
    ['{\n"a":}', /^a body that is not JSON \(.+, line 2\)$/],
  ] as const)('%j is described as %s', (body, problem) => {
    expect(bodyProblem(withBody(body))).toMatch(problem);
  });

  test.each([
    ['compressed twice', gzipSync('[]'), /^a body that was compressed twice/],
    ['in CESU-8', Buffer.from('5b22eda0bdedb88022 5d'.replace(' ', ''), 'hex'), /^a body in CESU-8/],
    ['cut inside a character', Buffer.from('5b22ed9f', 'hex'), /^a body that is not JSON/],
  ])('that is %s is described', (_, body, problem) => {
    expect(bodyProblem(withBody('', { body }))).toMatch(problem);
  });

  test('that could not be decoded is reported as such', () => {
    const response = withBody('', { bodyProblem: coding });
    expect(bodyProblem(response)).toBe(coding);
    expect(capOn(response)).toBeUndefined();
  });

  test('that is nested too deeply is not judged', () => {
    const response = withBody('['.repeat(1_001) + ']'.repeat(1_001));
    expect(capOn(response)).toBe('nesting exceeds 1000 levels');
    expect(() => bodyProblem(response)).toThrow(NotTested);
    expect(() => bodyProblem(response)).toThrow(/^a response was not read to its end: ./);
    expect(capOn(withBody('[[[1]]]'))).toBeUndefined();
  });

  test('that was cut off by a limit is not judged', () => {
    const response = withBody('[', { bodyProblem: 'a body cut after 16 MB', cutByCap: true });
    expect(capOn(response)).toBe('a body cut after 16 MB');
    expect(() => bodyProblem(response)).toThrow('a response was not read to its end: a body cut after 16 MB');
    expect(capOn(withBody('['))).toBeUndefined();
  });
});

describe('a body that was judged', () => {
  const refusal = (length: number, more: Partial<HttpResponse> = {}) =>
    withBody(`{"a":"${'x'.repeat(length - 8)}"}`, { status: 401, ...more });

  test('is shortened if it is long, and then cannot be judged again', () => {
    const short = refusal(keptOfBody);
    shortenBody(short);
    expect(jsonOf(short)).toHaveProperty('a');
    const long = refusal(keptOfBody + 1);
    shortenBody(long);
    expect(long.outcome.response.body).toHaveLength(keptOfBody);
    expect(jsonOf(long)).toBeUndefined();
    expect(capOn(long)).toBe('a body of 65537 bytes, which was not kept');
  });

  test('keeps the error that was found in it', () => {
    const long = refusal(keptOfBody + 1, { bodyProblem: coding });
    shortenBody(long);
    expect([bodyProblem(long), capOn(long)]).toEqual([coding, undefined]);
  });

  test('stays whole if it is a list', () => {
    const list = withBody(`["${'x'.repeat(keptOfBody)}"]`);
    const elements = elementsOf(list);
    shortenBody(list);
    // The list is parsed only once, although later responses are compared with it.
    expect(elementsOf(list)).toBe(elements);
    shortenBody(cutOff(0));
  });
});
