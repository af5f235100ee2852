import { expect, test } from 'vitest';
import { createBodyCollector } from '../../src/http/body.ts';

const cap = 1024 * 1024;

function collected(parts: readonly Uint8Array[]) {
  const collector = createBodyCollector(cap);
  const more = parts.map((part) => collector.add(part));
  return { more, ...collector.taken() };
}

test('the parts of a body are joined and stay unchanged', () => {
  const parts = ['{"na', '', 'me":', '"x"}'].map((text) => Buffer.from(text));
  const { bytes, cut, more } = collected(parts);
  expect(String(bytes)).toBe('{"name":"x"}');
  expect([cut, ...more]).toEqual([false, true, true, true, true]);
  expect(parts.map(String)).toEqual(['{"na', '', 'me":', '"x"}']);
});

test('a body without parts is empty', () => {
  expect(collected([])).toMatchObject({ bytes: Buffer.alloc(0), cut: false });
});

test('a body at the limit is complete, and a longer one is truncated', () => {
  const half = Buffer.alloc(cap / 2, 'x');
  expect(collected([half, half])).toMatchObject({ more: [true, true], cut: false });
  const beyond = collected([half, half, Buffer.from('y')]);
  expect(beyond).toMatchObject({ more: [true, true, false], cut: true });
  expect(beyond.bytes).toEqual(Buffer.alloc(64 * 1024, 'x'));
});

test('a body in very many parts takes at most twice its size in memory', () => {
  const part = Buffer.from('x');
  const { bytes } = collected(Array.from({ length: cap }, () => part));
  expect(bytes.length).toBe(cap);
  expect(bytes.buffer.byteLength).toBeLessThanOrEqual(2 * cap);
});
