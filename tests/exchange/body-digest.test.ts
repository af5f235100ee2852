import { describe, expect, it } from 'vitest';
import { digestOf, withoutMark } from '../../src/exchange/body-digest.ts';
import { markPlace } from '../../src/payloads/fault-class.ts';

const [one, other] = ['kitqzabcde', 'kitqzvwxyz'];
const bytes = (text: string) => Buffer.from(text);

describe('the digest of a body', () => {
  it('is the same in all runs, whatever their marks', () => {
    const of = (mark: string) => digestOf(bytes(`{"Name":"${mark}aaab"}`), mark, `${mark}aaab`);
    expect(of(one)).toBe(of(other));
    expect(of(one)).toMatch(/^[0-9a-f]{16}$/);
    expect(digestOf(withoutMark(bytes(`{"Name":"${one}aaab"}`), one), '')).toBe(of(other));
  });

  it('differs for different bodies, and for different bytes that are not UTF-8', () => {
    const digests = [bytes('{"name":1}'), bytes('{"name":2}'), Buffer.from([0xff]), Buffer.from([0xfe])];
    expect(new Set(digests.map((body) => digestOf(body, one))).size).toBe(4);
  });
});

it('the digest ignores only the names of a run, and no other bytes', () => {
  const around = (name: string) =>
    Buffer.concat([Buffer.from([0xff, 0x00]), bytes(name), Buffer.from([0xe9])]);
  expect(withoutMark(around(`${one}aaab`), one)).toEqual(around(markPlace));
});
