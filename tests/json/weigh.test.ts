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
    expect(parts('[]')).toEqual([]);
    expect(parts('[1,2,3,4]', 2)).toHaveLength(3);
  });

  it.each(['', '7', '[', '[1', '[1,', '[1,]', '[1 2]', '{"a"}', '{"a":}', '{a:1}', '{"a":1', '["', '[[]'])(
    'are undefined for invalid JSON: %s',
    (text) => {
      expect(parts(text)).toBeUndefined();
    },
  );
});
