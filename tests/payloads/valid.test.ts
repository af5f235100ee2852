import { describe, expect, test } from 'vitest';
import { createRandom } from '../../src/engine/session.ts';
import { createNames, namePattern } from '../../src/payloads/names.ts';
import {
  isPlain,
  plainCategory,
  plainCategoryWithoutDescription,
  textSamples,
  unlikeCategory,
  unlikeName,
} from '../../src/payloads/valid.ts';

describe('the names of a run', () => {
  test('match the pattern for their own run and the pattern for any run', () => {
    const { mark, next } = createNames(() => 0.3);
    const name = next();
    for (const pattern of [namePattern(), namePattern(mark)])
      expect(`"${name}x"`.match(pattern)).toEqual([name]);
    expect('kitqzabcdeaaaa'.match(namePattern(mark))).toBeNull();
  });
});

describe('the strings of a run', () => {
  const mark = 'kitqzabcdeaaab';
  const seeds = Array.from({ length: 200 }, (_, seed) => seed);
  const of = (seed: number, name = mark) =>
    textSamples.map(({ category }) => category(name, createRandom(seed), seed));
  const runs = seeds.map((seed) => of(seed));
  const textsOf = (categories: ReturnType<typeof of>) =>
    categories.flatMap(({ name, description }) => [name, description]);

  test.each([
    [
      0,
      [
        { name: `${mark} "Aaa" O'aa <aa> & &amp; !! C:\\naa\\`, description: `"Aaa" O'aa <aa> & &amp; !!` },
        { name: `${mark} àaa ÀAA 一一 αα`, description: 'ΑΑ ÀÀ αα' },
        { name: `${mark} 🐀🐀 👨\u200d🌾`, description: '🇧🇷 👋🏻\n1% %41 %s' },
        { name: '102030405010101027', description: 'true' },
        { name: `${mark} ａａ ﬀﬀ ００`, description: 'null' },
      ],
    ],
    [
      0.999,
      [
        {
          name: `${mark} "Zzz" 'zz' <zz/> zz&zz &#39; //`,
          description: `"Zzz" 'zz' <zz/> zz&zz &#39; // \\u007a zz\\zzz`,
        },
        { name: `${mark} žzzzz ŽZZZZ 龑龑龑龑 ωωωω`, description: 'ΩΩΩΩ ÖÖÖÖ ωωωω' },
        { name: `${mark} 🐾🐾🐾 🧑🏿\u200d🚒`, description: '🇺🇸 🙏🏿\n99% %49 %s' },
        { name: '102030405010101027', description: 'true' },
        { name: `${mark} ｚｚｚ ﬆﬆﬆ ９９９`, description: 'null' },
      ],
    ],
  ])('are generated even if the random number is always %d', (random, categories) => {
    expect(textSamples.map(({ category }) => category(mark, () => random, 0))).toEqual(categories);
  });

  test('depend only on the seed, apart from the mark', () => {
    const letters = 'kitqzzyxwvaaac';
    for (const seed of seeds) {
      const others = of(seed, letters);
      const withMark = JSON.stringify(others).replaceAll(letters, mark);
      const [numbered, other] = [runs[seed]?.[3], others[3]];
      expect(withMark.replace(other?.name ?? '', numbered?.name ?? '')).toBe(JSON.stringify(runs[seed]));
    }
    for (const [index, least] of [195, 195, 195, 1, 190].entries())
      expect(new Set(runs.map((run) => run[index]?.name)).size, String(index)).toBeGreaterThanOrEqual(least);
  });

  test('contain nothing that a faulty server could store and later fail on', () => {
    for (const text of runs.flatMap(textsOf)) {
      expect(text.isWellFormed()).toBe(true);
      // The string has no control characters (except a line feed), no private or unassigned ones (which include
      // noncharacters), no line separators, and no combining marks.
      expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{M}]/u);
      expect(text.replaceAll('\u200d', '')).not.toMatch(/\p{Cf}/u);
      expect(text).toBe(text.normalize('NFC').trim());
      expect(text).not.toMatch(/\s\s|[^\S \n]/);
      // A finding shows strings of up to 120 units. A server may allow only 64, so only the long text has more.
      if (text.length !== 120) expect(text.length).toBeLessThanOrEqual(64);
    }
  });

  test('match their titles for every seed', () => {
    for (const run of runs) {
      const [markup, words, emoji, numbered, compatible] = run;
      for (const text of [markup?.name, markup?.description]) {
        for (const sign of ['"', "'", '<', '>', '&']) expect(text).toContain(sign);
        expect(text).toMatch(/&(?:amp|lt|gt|quot|#39);/);
        // Some servers change the case of letters.
        expect(text).toMatch(/"[A-Z][a-z]{2}"/);
      }
      expect(textsOf(run).filter((text) => text.includes('\\'))).toHaveLength(1);
      // A server that interprets escapes might turn a backslash and any other letter into a control character.
      expect(textsOf(run).join('\n')).toMatch(/\\(?:[nt][a-z]{2}|u00[67][\da-f])/);
      expect(textsOf(run).join('\n')).not.toMatch(/\\[^\nghiklmopqswyzntu"]|\\u00(?:[^67]|60|7[b-f])/);
      const all = `${words?.name} ${words?.description}`;
      expect(all.normalize('NFD')).toMatch(/[a-z]\p{Mn}/u);
      expect(all.normalize('NFD')).toMatch(/[A-Z]\p{Mn}/u);
      expect(all).toMatch(/(?=[Ͱ-֏])\p{Ll}/u);
      expect(all).toMatch(/(?=[Ͱ-֏])\p{Lu}{2}/u);
      expect(all).toMatch(/\p{Script=Han}/u);
      const signs = `${emoji?.name} ${emoji?.description}`;
      for (const sign of [/\u200d/, /\p{Emoji_Modifier}/u, /\p{RI}{2}/u, /[🐀-🐾]{2}/u])
        expect(signs).toMatch(sign);
      expect(numbered?.name).toBe('102030405010101027');
      expect(numbered?.description).toBe('true');
      expect(emoji?.description).toMatch(/^[^\n]+\n[^\n]+$/);
      expect(compatible?.name.normalize('NFKC')).not.toBe(compatible?.name);
      expect(compatible?.description).toBe('null');
      for (const { name } of [markup, words, emoji, compatible].filter((one) => one !== undefined))
        expect(name.startsWith(`${mark} `)).toBe(true);
    }
  });

  test('cover each script and each position of a backslash over 200 seeds', () => {
    const all = runs.flatMap(textsOf).join('\n');
    const scripts = ['Greek', 'Cyrillic', 'Armenian', 'Hebrew', 'Arabic', 'Devanagari', 'Thai', 'Georgian'];
    for (const script of [...scripts, 'Ethiopic', 'Hiragana', 'Hangul'])
      expect(all, script).toMatch(new RegExp(`\\p{Script=${script}}{2}`, 'u'));
    expect(all).toMatch(/[À-Ö]{2}/);
    expect(all).toMatch(/[\u{20000}-\u{2a6d6}]{2}/u);
    expect(all).toMatch(/[\u{1d400}-\u{1d454}]{2}/u);
    const kinds = [/[０-９]{2}/, /[Ａ-Ｚ]{2}/, /[ａ-ｚ]{2}/, /[ｱ-ﾝ]{2}/, /[ﬀ-ﬆ]{2}/, /[⁴-⁹]{2}/, /[Ⅰ-Ⅻ]{2}/];
    for (const kind of [...kinds, /[①-⑳]{2}/, /[㎀-㏟]{2}/]) expect(all).toMatch(kind);
    for (const end of [/[^\n]\\$/m, /\\"$/m, /[a-z]\\[a-z]{3}$/m]) expect(all).toMatch(end);
    for (const sequence of ['C:\\n', 'C:\\t', '\\u00']) expect(all).toContain(sequence);
    const inNames = runs.filter((run) => run[0]?.name.includes('\\')).length;
    expect(Math.min(inNames, 200 - inNames)).toBeGreaterThan(50);
  });
});

describe('a string that depends on the seed', () => {
  const lastLine = (turn: number) => {
    const { description = '' } = textSamples[2]?.category('kitqzabcdeaaab', createRandom(turn), turn) ?? {};
    return { lastLine: description.split('\n')[1] ?? '', description };
  };

  test.each([0, 3, 300, -3])('has a percent sign for turn number %i', (turn) => {
    expect(lastLine(turn).lastLine).toMatch(/^\d{1,2}% %4[1-9] %s$/);
  });

  test.each([1, 4, 301, -2])('contains a date for turn number %i', (turn) => {
    expect(lastLine(turn).lastLine).toMatch(/^20\d\d-(?:0[1-9]|1[012])-(?:0[1-9]|1\d|2[0-8])$/);
  });

  test.each([1, 4, 301, -2])('is only a time for turn number %i', (turn) => {
    const { description } = textSamples[1]?.category('kitqzabcdeaaab', createRandom(turn), turn) ?? {};
    expect(description).toMatch(/^20\d\d-(?:0[1-9]|1[012])-(?:0[1-9]|1\d|2[0-8])T08:09:10Z$/);
  });

  test.each([2, 5, 302, -1])('has 120 characters for turn number %i', (turn) => {
    expect(lastLine(turn).description).toHaveLength(120);
    expect(lastLine(turn).lastLine).toMatch(/^[a-z]+(?: [a-z]+)+$/);
  });

  test.each([
    [0, 'Greek'],
    [1, 'Cyrillic'],
    [2, 'Armenian'],
    [-1, 'Armenian'],
  ])('has letters of both cases from another alphabet for turn number %i: %s', (turn, script) => {
    for (let seed = 0; seed < 20; seed++) {
      const { name = '', description = '' } =
        textSamples[1]?.category('kitqzabcdeaaab', createRandom(seed), turn) ?? {};
      for (const letterCase of ['Lu', 'Ll'])
        expect(`${name} ${description}`).toMatch(
          new RegExp(
            `(?=\\p{Script=${script}})\\p{${letterCase}}(?=\\p{Script=${script}})\\p{${letterCase}}`,
            'u',
          ),
        );
    }
  });
});

test('a category without a description is as long as a plain one, for servers that compare lengths', () => {
  const name = 'kitqzabcdeaaab';
  const body = plainCategoryWithoutDescription(name);
  expect(body).toHaveLength(plainCategory('kitqzabcdeaaac').length);
  expect(JSON.parse(Buffer.from(body).toString())).toEqual({ name });
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

test('the category that differs from the others is plain, shares no sequence of letters with them, and has its mark in the description', () => {
  const written = JSON.parse(unlikeCategory('kitqzabcdeaaab').toString());
  expect(written).toEqual({ name: 'mkvsbcdefgcccd', description: 'kitqzabcdeaaab' });
  expect(isPlain(written)).toBe(true);
  expect([unlikeName('kitaaaa'), unlikeName('kitaaac'), unlikeName('kitaaay')]).toEqual([
    'ljubbbb',
    'nlwdddf',
    'jhszzzx',
  ]);
  expect(plainCategory('bird').toString()).toBe('{"name":"bird","description":"made by a test"}');
});
