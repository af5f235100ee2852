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

  it('differs for other bodies, and for other bytes that are not UTF-8', () => {
    const digests = [bytes('{"name":1}'), bytes('{"name":2}'), Buffer.from([0xff]), Buffer.from([0xfe])];
    expect(new Set(digests.map((body) => digestOf(body, one))).size).toBe(4);
  });

  it('does not depend on a mark of digits, nor on how its characters are escaped', () => {
    const digits = (mark: string) => digestOf(bytes(`{"name":"${mark}","description":"true"}`), one, mark);
    expect(digits('010203')).toBe(digits('040506'));
    const escaped = (text: string, mark: string) =>
      digestOf(bytes(`{"name":"${text}"}`), mark, `${mark}aaab`);
    expect(escaped(`\\u006b${one.slice(1)}aaab`, one)).toBe(
      escaped(`${other.slice(0, -1)}\\u007aaaab`, other),
    );
  });

  it('does not depend on a mark that is not ASCII', () => {
    const digits = (mark: string) => digestOf(bytes(`{"name":"\\u0061${mark}"}`), one, mark);
    expect(digits('\u0661\u0662')).toBe(digits('\u0663\u0664'));
  });

  it('differs for other whitespace, unless an escape hides the mark', () => {
    const of = (space: string, name: string, mark?: string) =>
      digestOf(bytes(`{"name":${space}"${name}"}`), one, mark);
    expect(of('', 'a')).not.toBe(of(' ', 'a'));
    expect(of('', `${one}aaab`, `${one}aaab`)).not.toBe(of(' ', `${one}aaab`, `${one}aaab`));
    expect(of('', `\\u006b${one.slice(1)}aaab`, `${one}aaab`)).toBe(
      of(' ', `\\u006b${one.slice(1)}aaab`, `${one}aaab`),
    );
  });

  it('exists for a body that is not JSON', () => {
    expect(digestOf(bytes('{"name":010203'), one, '010203')).toMatch(/^[0-9a-f]{16}$/);
  });
});

it('the names of a run are replaced, and all other bytes are kept', () => {
  const around = (name: string) =>
    Buffer.concat([Buffer.from([0xff, 0x00]), bytes(name), Buffer.from([0xe9])]);
  expect(withoutMark(around(`${one}aaab`), one)).toEqual(around(markPlace));
});
