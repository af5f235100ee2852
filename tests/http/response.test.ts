import { describe, expect, test } from 'vitest';
import { capsOf, defaultSettings } from '../../src/config/settings.ts';
import { createResponseReader, decodeBody } from '../../src/http/response.ts';

const megabyte = 1024 * 1024;
const head = { status: 200, reason: 'OK', headers: [] };

/** Creates responses with these bodies, in order. The newest two are needed. */
function readWith(concurrency: number, bodies: readonly Uint8Array[]) {
  const responseOf = createResponseReader(capsOf(defaultSettings()), concurrency);
  let newest = 0;
  return bodies.map((bytes, at) => {
    newest = at;
    return responseOf({ head, body: { bytes, cut: false } }, () => at > newest - 2);
  });
}

const read = (...bodies: readonly Uint8Array[]) => readWith(6, bodies);

/** Creates bodies of these sizes in megabytes. */
const long = (...sizes: readonly number[]) => sizes.map((size) => Buffer.alloc(size * megabyte, 'x'));

describe('long bodies', () => {
  test('that arrive together are all kept', () => {
    for (const { body, bodyProblem } of read(...long(7, 7))) {
      expect(body.length).toBe(7 * megabyte);
      expect(bodyProblem).toBeUndefined();
    }
  });

  test('are kept for all requests in flight', () => {
    for (const concurrency of [1, 12, 32]) {
      const bodies = Array.from({ length: concurrency }, () => Buffer.alloc(megabyte / 2, 'x'));
      const problems = readWith(concurrency, bodies).map(({ bodyProblem }) => bodyProblem);
      expect(problems).toEqual(bodies.map(() => undefined));
    }
  });

  test('that were dropped are not judged', () => {
    const [first, ...others] = read(...long(7, 7, 7));
    expect(first?.body.length).toBe(0);
    expect(first?.bodyProblem).toBe(`a body of ${7 * megabyte} bytes, which was not kept`);
    expect(first?.cutByCap).toBe(true);
    expect(others.map(({ cutByCap }) => cutByCap)).toEqual(others.map(() => undefined));
  });

  test('are all kept within the memory limit', () => {
    const all = read(...long(1, 1, 1, 1, 1, 1, 1, 1));
    expect(all.map(({ body }) => body.length)).toEqual(all.map(() => megabyte));
  });
});

describe('short bodies', () => {
  test('that are equal are shared', () => {
    const [first, other, again] = read(
      Buffer.from('{"a":1}'),
      Buffer.from('{"a":2}'),
      Buffer.from('{"a":1}'),
    );
    expect(again?.body).toBe(first?.body);
    expect([first, other].map((one) => String(Buffer.from(one?.body ?? [])))).toEqual(['{"a":1}', '{"a":2}']);
  });

  test('do not change with their buffer', () => {
    const buffer = Buffer.from('{"a":1}');
    const [response] = read(buffer);
    buffer.fill('x');
    expect(String(Buffer.from(response?.body ?? []))).toBe('{"a":1}');
  });

  test('are not all remembered', () => {
    const many = Array.from({ length: 200 }, (_, index) => Buffer.from(`{"a":${index}}`));
    const [first, ...others] = read(...many, Buffer.from('{"a":0}'));
    expect(others.at(-1)?.body).toEqual(first?.body);
    expect(others.at(-1)?.body).not.toBe(first?.body);
  });
});

test.each(['constructor', 'toString', 'valueOf', '__proto__', 'hasOwnProperty'])(
  '%s is not a content coding',
  (coding) => {
    const bytes = Buffer.from('[]');
    expect(decodeBody(bytes, coding, megabyte)).toEqual({
      bytes,
      problem: 'the body has an unknown content coding',
    });
  },
);
