const plainDescription = 'made by a test';

/** Returns a NewCategory that every server must accept: at most 16 letters a to z. */
export function plainCategory(name: string): Buffer {
  return Buffer.from(JSON.stringify({ name, description: plainDescription }));
}

/**
 * Returns one whose name begins like no other of the run, because a server may wrongly require that. Letters of the counter come
 * first.
 */
export function unlikeCategory(mark: string): Buffer {
  return plainCategory(`${mark.slice(-2)}${mark}`);
}

/** Returns the plain category with reversed members, whitespace and escapes. */
export function respelledCategory(name: string, random: () => number): Buffer {
  const spelling = { turned: true, blank: true, escaped: ['description'] } as const;
  return spell({ name, description: plainDescription }, spelling, random);
}

/** Returns the shortest valid category, with only a plain name. */
export function plainCategoryWithoutDescription(name: string): Uint8Array {
  return Buffer.from(JSON.stringify({ name }));
}

/** Checks whether a category is plain; servers must accept only plain ones. */
export function isPlain(category: { name: string; description?: string }): boolean {
  const { name, description } = category;
  return /^[a-z]{3,16}$/.test(name) && (description === undefined || /^[a-z ]{10,16}$/.test(description));
}

/** Ordinary strings in any script (`create.text`). `mark` makes each name unique; `random` is from 0 to 1. */
export interface TextSample {
  readonly what: string;
  readonly category: (
    mark: string,
    random: () => number,
  ) => { readonly name: string; readonly description: string };
}

export const textSamples: readonly TextSample[] = (
  [
    [
      'quotes, angle brackets and ampersands',
      (mark) => `${mark} "it's" <b>&amp;</b>`,
      `O'Neil & "Söhne" <i>`,
    ],
    ['accents and CJK', (mark) => `${mark} crème Ærø Žluť 犬猫`, 'うさぎ 고양이 собака'],
    ['emoji', (mark) => `${mark} 🐕‍🦺 🐈`, '👩‍🚀🇩🇪 𝒳'],
    ['a name like a number, a description like a boolean', digitsOf, 'true'],
    ['a description like null', (mark) => `${mark} n`, 'null'],
  ] satisfies [what: string, name: (mark: string) => string, description: string][]
).map(([what, name, description]) => ({ what, category: (mark) => ({ name: name(mark), description }) }));

/** Returns digits that are as unique as the letters of the mark. */
function digitsOf(mark: string): string {
  return [...mark]
    .map((letter) => String(letter.charCodeAt(0) - 96).padStart(2, '0'))
    .join('')
    .slice(-18);
}

/** The first and last code point of a range of common letters of each script. */
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

/** Ordinary strings in each script, with random letters. */
export const generatedSamples: readonly TextSample[] = scripts.map(([script, first, last]) => ({
  what: `${script}, generated`,
  category: (mark, random) => {
    const word = () =>
      Array.from({ length: 2 + Math.floor(random() * (longest - 2)) }, () =>
        String.fromCodePoint(first + Math.floor(random() * (last - first + 1))),
      ).join('');
    return { name: `${mark} ${word()}`, description: word() };
  },
}));

/** Choices in writing JSON (RFC 8259) that no server may depend on. */
export interface Spelling {
  /** The description comes before the name. */
  readonly turned: boolean;
  /** There is whitespace between the tokens. */
  readonly blank: boolean;
  /** The fields with at least one escaped character: `\u0061`, two escapes for a surrogate pair, `\/`. */
  readonly escaped: readonly ('name' | 'description')[];
}

const blanks = [' ', '\n', '\t', '\r\n', '  '];
const shareOfEscapes = 0.4;

/** Writes a category in this spelling; `random`, from 0 to 1, selects whitespace and escapes. */
export function spell(
  category: { readonly name: string; readonly description?: string },
  { turned, blank, escaped }: Spelling,
  random: () => number,
): Buffer {
  const gap = () => (blank ? (blanks[Math.floor(random() * blanks.length)] ?? ' ') : '');
  const members = (['name', 'description'] as const).flatMap((field) => {
    const text = category[field];
    if (text === undefined) return [];
    const written = escaped.includes(field) ? withEscapes(text, random) : JSON.stringify(text);
    return [`${gap()}"${field}"${gap()}:${gap()}${written}${gap()}`];
  });
  return Buffer.from(`${gap()}{${(turned ? members.reverse() : members).join(',')}}${gap()}`);
}

/** Quotes a string with at least one escaped character. */
function withEscapes(text: string, random: () => number): string {
  const characters = [...text];
  const sure = Math.floor(random() * characters.length);
  const written = characters.map((character, at) =>
    at === sure || random() < shareOfEscapes
      ? escapeCharacter(character, random)
      : JSON.stringify(character).slice(1, -1),
  );
  return `"${written.join('')}"`;
}

function escapeCharacter(character: string, random: () => number): string {
  if (character === '/') return '\\/';
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  const inHex = units.map((unit) => unit.toString(16).padStart(4, '0'));
  return inHex.map((hex) => `\\u${random() < 0.5 ? hex : hex.toUpperCase()}`).join('');
}
