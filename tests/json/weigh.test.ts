import { describe, expect, it } from 'vitest';
import { costs, partsOf, weighJson } from '../../src/json/weigh.ts';

const weigh = (text: string) => weighJson(Buffer.from(text));
const { value, member, container } = costs;

describe('the weight of a JSON text', () => {
  it.each([
    ['1', value, 0],
    ['"a,b:[{\\"\\\\"', value, 0],
    ['[]', container + 2 * value, 1],
    ['[1,2,3]', container + 4 * value, 1],
    ['{"a":{"b,":[]}}', 3 * container + 4 * value + 2 * member, 3],
    ['[{},{},{}]', 4 * container + 7 * value, 2],
    ['[1,[2,[]]]', 3 * container + 6 * value, 3],
    ['[[],[[]]]', 4 * container + 6 * value, 3],
    ['"never closed', value, 0],
    ['"\\', value, 0],
  ])('%s', (text, values, depth) => {
    expect(weigh(text)).toEqual({ values, depth });
  });

  it('depends only on the number of values, not on their length', () => {
    expect(weigh(JSON.stringify(['x'.repeat(100_000)]))).toEqual(weigh('["x"]'));
    expect(weigh(`[${'{},'.repeat(9_999)}{}]`).values).toBeGreaterThan(10_000 * container);
  });
});

describe('the parts of a JSON text', () => {
  const parts = (text: string, most = 9) => {
    const bytes = Buffer.from(text);
    return partsOf(bytes, 0, most)?.map(({ name, from, to }) => [name, bytes.toString('utf8', from, to)]);
  };

  it('are found with their names and any contents', () => {
    expect(parts('{ "a" : [1,"]"] , "\\u0062":{"c":"}"},"d":-1.5e3\n}')).toEqual([
      ['a', '[1,"]"]'],
      ['b', '{"c":"}"}'],
      ['d', '-1.5e3'],
    ]);
    expect(parts('[ [[]],"é,",null ]')?.map(([, text]) => text)).toEqual(['[[]]', '"é,"', 'null']);
    expect(parts('{"a\\"}":1}')).toEqual([['a"}', '1']]);
    expect(parts('[1]')).toEqual([[undefined, '1']]);
    expect(parts('[]')).toEqual([]);
  });

  it('are found up to one more than asked for, and the rest is not read', () => {
    for (const text of ['[1,2,3,4]', '[1,2,3', '[1,[2],"3"', '[1,2,3 4'])
      expect(parts(text, 2), text).toHaveLength(3);
    for (const text of ['[[1', '["ab', '["a\\"', '{"a":{"b":1', '{"a":"b'])
      expect(parts(text, 0), text).toBeUndefined();
  });

  it.each([
    ...['', '7', '71]', '"1]', '[', '[1', '[1,', '[1,]', '[1 2]', '[1 22]', '["a"b]', '["', '[[]', '[[]22]'],
    ...['{"a"}', '{"a":}', '{"a";1}', '{a:1}', '{1":2}', '{"\\x":1}', '{"a":1'],
  ])('are undefined for invalid JSON: %s', (text) => {
    expect(parts(text)).toBeUndefined();
  });
});
