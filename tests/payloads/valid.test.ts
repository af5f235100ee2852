import { describe, expect, test } from 'vitest';
import { createNames, nameShape } from '../../src/payloads/names.ts';
import {
  generatedSamples,
  isPlain,
  plainCategory,
  spell,
  textSamples,
  unlikeCategory,
} from '../../src/payloads/valid.ts';

describe('the names of a run', () => {
  test.each([
    [0, 'kitqzaaaaa'],
    [0.5, 'kitqznnnnn'],
    [0.999, 'kitqzzzzzz'],
    // Not a number from 0 to 1, but then the names are still letters.
    [1, 'kitqzaaaaa'],
  ])('begin with a mark of random letters: %d gives %s', (random, mark) => {
    const names = createNames(() => random);
    expect(names.mark).toBe(mark);
    expect([names.next(), names.next()]).toEqual([`${mark}aaaa`, `${mark}aaab`]);
    for (let count = 2; count < 26; count++) names.next();
    expect(names.next()).toBe(`${mark}aaba`);
  });

  test('are found by their mark, or by that of any run', () => {
    const { mark, next } = createNames(() => 0.3);
    const name = next();
    for (const { pattern, length } of [nameShape(), nameShape(mark)]) {
      expect(`"${name}x"`.match(pattern)).toEqual([name]);
      expect(length).toBe(name.length);
    }
    expect('kitqzabcdeaaaa'.match(nameShape(mark).pattern)).toBeNull();
  });
});

describe('a spelled category', () => {
  const category = { name: 'a/b', description: 'ÿ😀"' };
  const whole = { turned: true, blank: true, escaped: ['name', 'description'] } as const;

  test.each([
    [0, ' { "description" : "\\u00ff\\ud83d\\ude00\\u0022" , "name" : "\\u0061\\/\\u0062" } '],
    [0.3, '\n{\n"description"\n:\n"\\u00ff\\ud83d\\ude00\\u0022"\n,\n"name"\n:\n"\\u0061\\/\\u0062"\n}\n'],
    [0.4, '\t{\t"description"\t:\t"ÿ\\ud83d\\ude00\\""\t,\t"name"\t:\t"a\\/b"\t}\t'],
    [0.5, '\t{\t"description"\t:\t"ÿ\\uD83D\\uDE00\\""\t,\t"name"\t:\t"a\\/b"\t}\t'],
    [0.999, '  {  "description"  :  "ÿ😀\\u0022"  ,  "name"  :  "a/\\u0062"  }  '],
  ])('has the whitespace and escapes that %d selects', (random, written) => {
    expect(spell(category, whole, () => random).toString()).toBe(written);
    expect(JSON.parse(written)).toEqual(category);
  });

  test('has no whitespace, description or escapes without a reason', () => {
    const plain = { turned: false, blank: false, escaped: [] };
    expect(spell({ name: 'a/b' }, plain, () => 0).toString()).toBe('{"name":"a/b"}');
    expect(spell(category, plain, () => 0).toString()).toBe('{"name":"a/b","description":"ÿ😀\\""}');
  });
});

test('each sample has the name and description that its title promises', () => {
  expect(textSamples.map(({ category }) => category('kitqzabcdeaaab', () => 0))).toEqual([
    { name: `kitqzabcdeaaab "it's" <b>&amp;</b>`, description: `O'Neil & "Söhne" <i>` },
    { name: 'kitqzabcdeaaab crème Ærø Žluť 犬猫', description: 'うさぎ 고양이 собака' },
    { name: 'kitqzabcdeaaab 🐕‍🦺 🐈', description: '👩‍🚀🇩🇪 𝒳' },
    { name: '010203040501010102', description: 'true' },
    { name: 'kitqzabcdeaaab n', description: 'null' },
  ]);
});

test.each([
  [
    0,
    [
      'ÀÀ',
      'αα',
      'АА',
      'աա',
      'אא',
      'فف',
      'अअ',
      'กก',
      'აა',
      'ሀሀ',
      'ああ',
      '一一',
      '𠀀𠀀',
      '가가',
      '𝐀𝐀',
      '🐀🐀',
      '!!',
    ],
  ],
  [0.999, [...'Öωяֆתيहฮჰሆん龑𪚬힘𝑔🐾/'].map((letter) => letter.repeat(11))],
])('generated samples have 2 to 11 letters of each script: %d selects the first or last', (random, words) => {
  const samples = generatedSamples.map(({ category }) => category('k', () => random));
  expect(samples).toEqual(words.map((word) => ({ name: `k ${word}`, description: word })));
});

test.each([
  ['bird', undefined, true],
  ['abc', 'made by a test', true],
  ['ab', undefined, false],
  ['a'.repeat(17), undefined, false],
  ['bird1', undefined, false],
  ['1bird', undefined, false],
  ['bird', 'too short', false],
  ['bird', 'a'.repeat(17), false],
  ['bird', 'made by a test!', false],
  ['bird', '!made by a test', false],
])('a category with the name %s and the description %s is plain: %s', (name, description, plain) => {
  expect(isPlain({ name, ...(description === undefined ? {} : { description }) })).toBe(plain);
});

test('each generated sample is named after its script', () => {
  expect(generatedSamples.map(({ what }) => what.replace(/, generated$/, ''))).toEqual([
    ...[
      'Latin letters with accents',
      'Greek',
      'Cyrillic',
      'Armenian',
      'Hebrew',
      'Arabic',
      'Devanagari',
      'Thai',
    ],
    ...['Georgian', 'Ethiopic', 'Hiragana', 'Han', 'Han beyond 16 bits', 'Hangul', 'mathematical letters'],
    ...['animals as emoji', 'ASCII punctuation'],
  ]);
});

test('a category unlike the others is plain, and begins with the counter', () => {
  const written = JSON.parse(unlikeCategory('kitqzabcdeaaab').toString());
  expect(written).toEqual({ name: 'abkitqzabcdeaaab', description: 'made by a test' });
  expect(isPlain(written)).toBe(true);
  expect(plainCategory('bird').toString()).toBe('{"name":"bird","description":"made by a test"}');
});
