import { type Member, withEscapes, writeObject } from './layout.ts';

/** All plain categories have the same description, because a server may return it in the response to a different request. */
const plainDescription = 'made by a test';

/** Returns a NewCategory that every server must accept: at most 16 letters a to z. */
export function plainCategory(name: string): Buffer {
  return Buffer.from(JSON.stringify({ name, description: plainDescription }));
}

/**
 * Returns a plain category whose name resembles no other name of the run, because a server may wrongly refuse similar names. The
 * mark is in the description.
 */
export function unlikeCategory(mark: string): Buffer {
  return Buffer.from(JSON.stringify({ name: unlikeName(mark), description: mark }));
}

/** Moves each letter of a name along the alphabet, by a distance that the last letter decides, so that all results differ. */
export function unlikeName(name: string): string {
  const a = 97;
  const distance = 1 + ((name.charCodeAt(name.length - 1) - a) % 25);
  return name.replace(/[a-z]/g, (letter) =>
    String.fromCharCode(a + ((letter.charCodeAt(0) - a + distance) % 26)),
  );
}

/** Returns the plain category with reversed members, whitespace and escapes. */
export function respelledCategory(name: string, random: () => number): Buffer {
  return respelled({ name, description: plainDescription }, 'description', random);
}

/**
 * Returns a category with only a plain name. Spaces at the end make it as long as the plain category, because a server may
 * mistake a body for an earlier one of the same length.
 */
export function plainCategoryWithoutDescription(name: string): Uint8Array {
  return Buffer.from(JSON.stringify({ name }).padEnd(plainCategory(name).length));
}

/** Checks whether a category is plain. Servers must accept plain categories, and need not accept others. */
export function isPlain(category: { name: string; description?: string }): boolean {
  const { name, description } = category;
  return /^[a-z]{3,16}$/.test(name) && (description === undefined || /^[a-z ]{10,16}$/.test(description));
}

export type Random = () => number;
/** The first and last code point of a range without gaps. */
type Range = readonly [first: number, last: number];

/**
 * Ordinary strings of one kind (`create.text`). `mark` makes each name unique, and everything else is generated: the same
 * numbers from `random`, between 0 and 1, give the same strings. `turn` selects one of the forms that take turns.
 */
export interface TextSample {
  readonly what: string;
  readonly category: (mark: string, random: Random, turn: number) => Strings;
}

/** The strings of a category. */
export type Strings = Readonly<Record<'name' | 'description', string>>;

const smallLetters: Range = [0x61, 0x7a];
const han: Range = [0x4e00, 0x9fa5];
const animals: Range = [0x1f400, 0x1f43e];
const punctuation: Range = [0x21, 0x2f];
const accented = 'àáâãäåçèéêëìíîïñòóôõöùúûüýčďěňřšťůž';

/** The lowercase letters of alphabets that have capitals. The alphabets take turns. */
const alphabets: readonly Range[] = [
  // Greek, Cyrillic and Armenian.
  [0x3b1, 0x3c9],
  [0x430, 0x44f],
  [0x561, 0x586],
];

/** Common letters of each script. */
const letterScripts: readonly (readonly [script: string, range: Range])[] = [
  ['Latin letters with accents', [0xc0, 0xd6]],
  ['Greek', [0x3b1, 0x3c9]],
  ['Cyrillic', [0x410, 0x44f]],
  ['Armenian', [0x561, 0x586]],
  ['Hebrew', [0x5d0, 0x5ea]],
  ['Arabic', [0x641, 0x64a]],
  ['Devanagari', [0x905, 0x939]],
  ['Thai', [0xe01, 0xe2e]],
  ['Georgian', [0x10d0, 0x10f0]],
  ['Ethiopic', [0x1200, 0x1206]],
  ['Hiragana', [0x3042, 0x3093]],
  ['Han', han],
  ['Han beyond 16 bits', [0x20000, 0x2a6d6]],
  ['Hangul', [0xac00, 0xd7a3]],
  ['mathematical letters', [0x1d400, 0x1d454]],
];

const fullWidth: Range = [0xff41, 0xff5a];
const ligatures: Range = [0xfb00, 0xfb06];

/** More characters that NFKC changes but NFC does not. Some servers apply NFKC to names, so that look-alikes count as equal. */
const compatible: readonly Range[] = [
  // Full-width digits and capitals.
  [0xff10, 0xff19],
  [0xff21, 0xff3a],
  // Half-width kana.
  [0xff71, 0xff9d],
  // Superscripts.
  [0x2074, 0x2079],
  // Roman numerals.
  [0x2160, 0x216b],
  // Circled numbers.
  [0x2460, 0x2473],
  // Units in a square.
  [0x3380, 0x33df],
];

/**
 * The strings of every run. Each contains what its title says. The words, punctuation and scripts, and their order, are
 * random.
 */
export const textSamples: readonly TextSample[] = [
  {
    what: 'quotes, angle brackets, ampersands and a backslash',
    category: (mark, random) => {
      const inName = random() < 0.5;
      const name = `${mark} ${markedUp(random, inName)}`;
      return { name, description: markedUp(random, !inName) };
    },
  },
  {
    what: 'small and capital letters with accents and of another alphabet, Han, other scripts and, in turns, a time',
    category: (mark, random, turn) => {
      const latin = () => pick(accented, random) + word(smallLetters, random, 4);
      const alphabet = byTurn(alphabets, turn);
      const words = [latin(), latin().toUpperCase(), word(han, random, 4)];
      words.push(word(alphabet, random, 4), word(alphabet, random, 4).toUpperCase());
      for (const [, range] of shuffled(letterScripts, random).slice(0, 2)) words.push(word(range, random, 4));
      const category = dealt(mark, words, random);
      // Some parsers turn a string into a date only if it contains nothing else.
      const time = byTurn(['', `${dateOf(random)}T08:09:10Z`, ''], turn);
      return time === '' ? category : { name: [mark, ...words].join(' '), description: time };
    },
  },
  {
    // The characters that servers refuse most often share one category, so that everything else is still tested.
    what: 'emoji, a line feed and, in turns, a percent sign, a date or 120 characters',
    category: (mark, random, turn) => {
      const tone = () => String.fromCodePoint(0x1f3fb + Math.floor(random() * 5));
      const region = pick(['BR', 'DE', 'IN', 'JP', 'KE', 'NZ', 'UA', 'US'], random);
      const flag = [...region].map((letter) => String.fromCodePoint(letter.charCodeAt(0) + 0x1f1a5));
      const person = pick('👨👩🧑', random) + pick(['', tone()], random);
      const atWork = `${person}\u200d${pick('🌾🍳🎓🎨🏫💻🔬🚀🚒', random)}`;
      const gesture = pick('👋👍👏💪🙌🙏', random) + tone();
      const emoji = [word(animals, random, 3), atWork, flag.join(''), gesture];
      const { name, description } = dealt(mark, emoji, random);
      return { name, description: byTurn(lastLines, turn)(`${description}\n`, random) };
    },
  },
  {
    what: 'a name like a number, a description like true',
    category: (mark) => ({ name: digitsOf(mark), description: 'true' }),
  },
  {
    what: 'characters that NFKC changes, a description like null',
    category: (mark, random) => {
      const [other = fullWidth] = shuffled(compatible, random);
      const words = shuffled([fullWidth, ligatures, other], random);
      return {
        name: [mark, ...words.map((range) => word(range, random, 3))].join(' '),
        description: 'null',
      };
    },
  },
];

/** The length, in characters, of a string that is longer than most. Findings show strings up to this length. */
const longText = 120;

/** The contents of the last line, which take turns. */
const lastLines: readonly ((before: string, random: Random) => string)[] = [
  // Some servers decode the `%4…`, and some replace the `%s`.
  (before, random) => `${before}${1 + Math.floor(random() * 99)}% %4${1 + Math.floor(random() * 9)} %s`,
  (before, random) => before + dateOf(random),
  (before, random) => {
    let text = before + word(smallLetters, random, 8);
    while (text.length < longText) text += ` ${word(smallLetters, random, 8)}`;
    return text.slice(0, longText).replace(/ $/, 'x');
  },
];

/** Returns a date in this century: 2031-04-05. */
function dateOf(random: Random): string {
  const twoDigits = (most: number) => String(1 + Math.floor(random() * most)).padStart(2, '0');
  return `20${twoDigits(98)}-${twoDigits(12)}-${twoDigits(28)}`;
}

/** Ordinary strings in each script, with random letters. */
export const generatedSamples: readonly TextSample[] = [
  ...letterScripts,
  ['animals as emoji', animals] as const,
  ['ASCII punctuation with a slash', punctuation, '/'] as const,
].map(([script, range, end = '']) => ({
  what: `${script}, generated`,
  category: (mark, random) => ({
    name: `${mark} ${word(range, random, 11)}${end}`,
    description: word(range, random, 11) + end,
  }),
}));

/**
 * Returns a string with both kinds of quotes, a capital, a tag, an ampersand, an entity, other punctuation and, with
 * `hasBackslash`, backslashes.
 */
function markedUp(random: Random, hasBackslash: boolean): string {
  const two = () => word(smallLetters, random, 2);
  const first = pick('ABCDEFGHIJKLMNOPQRSTUVWXYZ', random);
  const pieces = [
    `"${first}${two()}"`,
    pick([`O'${two()}`, `'${two()}'`], random),
    pick([`<${two()}>`, `</${two()}>`, `<${two()}/>`], random),
    pick(['&', `${two()}&${two()}`], random),
    pick(['&amp;', '&lt;', '&gt;', '&quot;', '&#39;'], random),
    word(punctuation, random, 2),
  ];
  if (!hasBackslash) return shuffled(pieces, random).join(' ');
  // A server that interprets these escapes gets a letter, a tab or a line feed, never any other control character.
  const code = pick('abcdefghijklmnopqrstuvwxyz', random).charCodeAt(0).toString(16);
  const sequence = pick([`C:\\n${two()}`, `C:\\t${two()}`, `\\u00${code}`], random);
  const between = `${two()}\\${pick('ghiklmopqswyz', random)}${two()}`;
  const end = pick(['\\', ` "${two()}\\"`, ` ${between}`], random);
  return shuffled([...pieces, sequence], random).join(' ') + end;
}

/** Divides words between the name and the description. */
function dealt(mark: string, words: readonly string[], random: Random) {
  const half = Math.ceil(words.length / 2);
  const mixed = shuffled(words, random);
  return { name: [mark, ...mixed.slice(0, half)].join(' '), description: mixed.slice(half).join(' ') };
}

/**
 * Returns 18 digits that are as unique as the letters of the mark. The last digit is odd, so that a float64 cannot hold
 * them.
 */
function digitsOf(mark: string): string {
  const digits = [...mark].map((letter) => String(letter.charCodeAt(0) - 96).padStart(2, '0')).join('');
  return `${digits.slice(-17)}7`;
}

/** Returns 2 to `longest` random letters from a range. */
function word([first, last]: Range, random: Random, longest: number): string {
  return Array.from({ length: 2 + Math.floor(random() * (longest - 1)) }, () =>
    String.fromCodePoint(first + Math.floor(random() * (last - first + 1))),
  ).join('');
}

/** Returns the member whose turn it is. */
function byTurn<Member>(members: readonly Member[], turn: number): Member {
  const member = members.at(turn % members.length);
  if (member === undefined) throw new RangeError('There is nothing to take turns.');
  return member;
}

function pick(choices: readonly string[] | string, random: Random): string {
  const all = [...choices];
  return all[Math.floor(random() * all.length)] ?? '';
}

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const placed = items.map((item) => ({ item, at: random() }));
  return placed.sort((a, b) => a.at - b.at).map(({ item }) => item);
}

const blanks = [' ', '\n', '\t', '\r\n', '  '];
const someBlanks = 4;
const someEscapes = 2;
const escapable = /[a-z]|[^\0-\x7f]/giu;

/**
 * Writes a category with reversed members and with whitespace between the tokens, which no server may depend on (RFC 8259). Some
 * characters of the `escaped` value are escaped, surrogate pairs as two escapes. One of the escaped characters is the first, so
 * that the escape of the plain description, `\u006D`, always has a capital digit.
 */
export function respelled(category: Strings, escaped: keyof Strings, random: Random): Buffer {
  const several = <Item>(count: number, draw: () => Item) => Array.from({ length: count }, draw);
  const places = [0, ...several(someEscapes, () => Math.floor(random() * 1_000))];
  const members = (['name', 'description'] as const).map((key): Member => {
    const json = JSON.stringify(category[key]);
    return [key, key === escaped ? inOtherForms(withEscapes(json, places, escapable)) : json];
  });
  const spread = several(someBlanks, () => pick(blanks, random));
  return Buffer.from(writeObject(members, { turned: true, blanks: spread, escapes: [] }));
}

/** Writes slashes as `\/`, and every other escape, beginning with the first, with capital hexadecimal digits. */
function inOtherForms(json: string): string {
  let hasCapitals = false;
  return json.replace(/\\(?:u[\da-f]{4}|.)|\//g, (one) => {
    if (one === '/') return '\\/';
    if (!one.startsWith('\\u')) return one;
    hasCapitals = !hasCapitals;
    return hasCapitals ? `\\u${one.slice(2).toUpperCase()}` : one;
  });
}
