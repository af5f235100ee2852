/** A reversible way for a server to write a secret that it received. */
export interface Coding {
  readonly id: string;
  /** Encodes the secret; `random` returns a number from 0 to 1. */
  readonly write: (secret: string, random: () => number) => string;
}

const each = (text: string, write: (letter: string, hex: string) => string): string =>
  [...text].map((letter) => write(letter, letter.charCodeAt(0).toString(16).padStart(2, '0'))).join('');

/** Encodes each letter in one of several ways, chosen at random. */
const mixed =
  (...ways: readonly ((letter: string, hex: string) => string)[]) =>
  (text: string, random: () => number): string =>
    each(text, (letter, hex) => (ways[Math.floor(random() * ways.length)] ?? String)(letter, hex));

const plain = (letter: string) => letter;
const percent = (_letter: string, hex: string) => `%${hex}`;
const percentUpper = (_letter: string, hex: string) => `%${hex.toUpperCase()}`;
const jsonEscape = (_letter: string, hex: string) => `\\u00${hex}`;
const entityHex = (_letter: string, hex: string) => `&#x${hex};`;
const entity = (letter: string) => `&#${letter.charCodeAt(0)};`;
const names: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
};
const named = (letter: string) => (letter in names ? `&${names[letter]};` : letter);
const base64 = (before: string, after: string) => (text: string) =>
  Buffer.from(before + text + after).toString('base64');

export const codings: readonly Coding[] = [
  { id: 'unchanged', write: plain },
  { id: 'in lower case', write: (text) => text.toLowerCase() },
  { id: 'in upper case', write: (text) => text.toUpperCase() },
  {
    id: 'in mixed case',
    write: mixed(
      (letter) => letter.toLowerCase(),
      (letter) => letter.toUpperCase(),
    ),
  },
  { id: 'percent-encoded', write: (text) => each(text, percent) },
  { id: 'partly percent-encoded', write: mixed(plain, percent, percentUpper) },
  { id: 'percent-encoded twice', write: (text) => encodeURIComponent(each(text, percent)) },
  { id: 'in JSON escapes', write: (text) => each(text, jsonEscape) },
  {
    id: 'partly in JSON escapes',
    write: mixed(
      plain,
      jsonEscape,
      (letter) =>
        `\\${'/'.includes(letter) ? letter : `u00${letter.charCodeAt(0).toString(16).toUpperCase()}`}`,
    ),
  },
  {
    id: 'in JSON escapes inside a JSON string',
    write: (text) => JSON.stringify(each(text, jsonEscape)).slice(1, -1),
  },
  { id: 'as a JSON string', write: (text) => JSON.stringify(text).slice(1, -1) },
  { id: 'as a JSON string twice', write: (text) => JSON.stringify(JSON.stringify(text)).slice(3, -3) },
  { id: 'in JavaScript escapes', write: (text) => each(text, (_letter, hex) => `\\x${hex}`) },
  { id: 'in HTML references', write: mixed(plain, entity, entityHex) },
  { id: 'as text of HTML', write: (text) => each(text, named) },
  {
    id: 'in HTML references with many zeros',
    write: (text) => each(text, (_letter, hex) => `&#x000000${hex};`),
  },
  {
    id: 'in decimal HTML references with many zeros',
    write: (text) => each(text, (letter) => `&#00000000${letter.charCodeAt(0)};`),
  },
  {
    id: 'in HTML references after &amp without a semicolon',
    write: (text) => each(text, (_letter, hex) => `&amp#x${hex};`),
  },
  { id: 'in a mixture of all escapes', write: mixed(plain, percent, jsonEscape, entity, entityHex) },
  { id: 'in hexadecimal', write: (text) => Buffer.from(text).toString('hex') },
  {
    id: 'in uppercase hexadecimal inside a longer string',
    write: (text) => `0a${Buffer.from(`Bearer ${text}`).toString('hex').toUpperCase()}f`,
  },
  { id: 'in Base64', write: base64('', '') },
  { id: 'in Base64 after a letter', write: base64('u', ':password') },
  { id: 'in Base64 after a user name', write: base64('user:', '') },
  { id: 'in URL-safe Base64', write: (text) => Buffer.from(`>>${text}??`).toString('base64url') },
  { id: 'in percent-encoded Base64', write: (text) => encodeURIComponent(base64('Bearer ', '!')(text)) },
  ...['\\0', '&#0;', '&#x0;', '\\u0000'].map((zero) => ({
    id: `in UTF-16 with its zero bytes as ${zero}`,
    write: (text: string) => each(text, (letter) => letter + zero),
  })),
  { id: 'in UTF-16', write: (text) => Buffer.from(text, 'utf16le').toString('latin1') },
];

/** The parts of the secret that a server may write, which always have more than eight characters. */
export const slices: readonly { readonly id: string; readonly of: (secret: string) => string }[] = [
  { id: 'all of it', of: (secret) => secret },
  { id: 'all but its first letter', of: (secret) => secret.slice(1) },
  { id: 'its first half', of: (secret) => secret.slice(0, Math.ceil(secret.length / 2)) },
  { id: 'its last half', of: (secret) => secret.slice(-Math.ceil(secret.length / 2)) },
  { id: 'nine letters from its middle', of: (secret) => secret.slice(7, 16) },
];

/**
 * Returns every nine-letter part of a secret that can be recovered from the text. This function shares no code with the
 * redaction, and decodes everything that can be decoded.
 */
export function leaksOf(secret: string, text: string): string[] {
  const wanted = Array.from({ length: Math.max(1, secret.length - 8) }, (_, at) =>
    secret.slice(at, at + 9).toLowerCase(),
  );
  const decoded = decodingsOf(uniqueWords(text)).join('\n').toLowerCase();
  return wanted.filter((part) => decoded.includes(part));
}

/**
 * Returns each distinct word that is long enough to hold a part, both with and without its quotes. Reports repeat
 * themselves, and no coding produces a space.
 */
function uniqueWords(text: string): string {
  const words = new Set<string>();
  for (const token of new Set(text.split(/\s+/)))
    for (const word of [token, ...token.split(/["<>]/), token.replaceAll(/['"]/g, '')])
      if (word.length >= 9) words.add(word);
  return [...words].join('\n');
}

function decodingsOf(text: string): string[] {
  const once = unescaped(text);
  const twice = unescaped(once);
  const layers = [...new Set([text, once, twice, unescaped(twice)])];
  return [
    ...layers,
    ...wordsOf(layers, /[0-9a-f]{18,}/gi).flatMap((run) =>
      [0, 1].map((shift) => Buffer.from(run.slice(shift), 'hex').toString('latin1')),
    ),
    ...wordsOf(layers, /[\w+/-]{12,}/g).flatMap((run) =>
      [0, 1, 2, 3].map((shift) => Buffer.from(run.slice(shift), 'base64').toString('latin1')),
    ),
  ];
}

/** Returns every distinct match of a pattern. */
function wordsOf(texts: readonly string[], pattern: RegExp): string[] {
  return [...new Set(texts.flatMap((text) => text.match(pattern) ?? []))];
}

function unescaped(text: string): string {
  const letter = (digits: string, base: number) =>
    String.fromCharCode(Number.parseInt(digits, base) & 0xffff);
  return text
    .replace(/\\\\/g, '\\')
    .replace(/\\u([0-9a-f]{4})/gi, (_, digits) => letter(digits, 16))
    .replace(/\\x([0-9a-f]{2})/gi, (_, digits) => letter(digits, 16))
    .replace(/%([0-9a-f]{2})/gi, (_, digits) => letter(digits, 16))
    .replace(/&#x([0-9a-f]+);/gi, (_, digits) => letter(digits, 16))
    .replace(/&#(\d+);/g, (_, digits) => letter(digits, 10))
    .replace(
      /&(lt|gt|quot|apos);/g,
      (_, name) => Object.keys(names).find((sign) => names[sign] === name) ?? '',
    )
    .replace(/&amp;?/g, '&')
    .replace(/\\([/"'])/g, '$1')
    .replaceAll('\\0', '')
    .replaceAll('\0', '');
}
