import { describe, expect, test } from 'vitest';
import { createResponseReader } from '../../src/http/response.ts';
import { defaultCaps } from '../../src/model/settings.ts';

const megabyte = 1024 * 1024;
const head = { status: 200, reason: 'OK', headers: [] };

/** Answers with so many megabytes each, in the order in which they came. */
async function read(...sizes: readonly number[]) {
  const reader = createResponseReader(defaultCaps);
  async function* body(megabytes: number) {
    yield Buffer.alloc(megabytes * megabyte, 'x');
  }
  return Promise.all(sizes.map((size) => reader(head, body(size))));
}

describe('long bodies', () => {
  test('that came side by side are all there to be judged, however long they are', async () => {
    for (const { body, bodyProblem } of await read(7, 7, 7, 7)) {
      expect(body.length).toBe(7 * megabyte);
      expect(bodyProblem).toBeUndefined();
    }
  });

  test('that had to make room decide nothing', async () => {
    const [first, ...others] = await read(7, 7, 7, 7, 7);
    expect(first?.body.length).toBe(0);
    expect(first?.bodyProblem).toBe(`a body of ${7 * megabyte} bytes, which was not kept`);
    expect(first?.cutByCap).toBe(true);
    expect(others.map(({ cutByCap }) => cutByCap)).toEqual([undefined, undefined, undefined, undefined]);
  });

  test('are all kept where there is room', async () => {
    const all = await read(1, 1, 1, 1, 1, 1, 1, 1);
    expect(all.map(({ body }) => body.length)).toEqual(all.map(() => megabyte));
  });
});
