import type { TextSample } from './valid.ts';

/** Letters that any reader knows, by script: the first and the last code point of a range that has no gap. */
const scripts: readonly (readonly [script: string, first: number, last: number])[] = [
  ['Latin letters with accents', 0xc0, 0xd6],
  ['Greek', 0x3b1, 0x3c9],
  ['Cyrillic', 0x410, 0x44f],
  ['Armenian', 0x561, 0x586],
  ['Hebrew', 0x5d0, 0x5ea],
  ['Arabic', 0x641, 0x64a],
  ['Devanagari', 0x905, 0x939],
  ['Thai', 0xe01, 0xe2e],
  ['Georgian', 0x10d0, 0x10f0],
  ['Ethiopic', 0x1200, 0x1206],
  ['Hiragana', 0x3042, 0x3093],
  ['Han', 0x4e00, 0x9fa5],
  ['Han beyond 16 bits', 0x20000, 0x2a6d6],
  ['Hangul', 0xac00, 0xd7a3],
  ['mathematical letters', 0x1d400, 0x1d454],
  ['animals as emoji', 0x1f400, 0x1f43e],
  ['ASCII punctuation', 0x21, 0x2f],
];
const longest = 12;

/** A text of each script; `random` decides the letters. All of it is ordinary text (`create.text`). */
export const drawnSamples: readonly TextSample[] = scripts.map(([script, first, last]) => ({
  what: `${script}, drawn`,
  category: (mark, random) => {
    const word = () =>
      Array.from({ length: 2 + Math.floor(random() * (longest - 2)) }, () =>
        String.fromCodePoint(first + Math.floor(random() * (last - first + 1))),
      ).join('');
    return { name: `${mark} ${word()}`, description: word() };
  },
}));
