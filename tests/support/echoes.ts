/** How a server may write a secret that it was sent: every one of these can be turned back by anybody. */
export interface Coding {
  readonly id: string;
  /** The secret as it is written; `random` is from 0 up to 1. */
  readonly write: (secret: string, random: () => number) => string;
}

const each = (text: string, write: (letter: string, hex: string) => string): string =>
  [...text].map((letter) => write(letter, letter.charCodeAt(0).toString(16).padStart(2, '0'))).join('');

/** Each letter written by one of several ways, drawn anew. */
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
const base64 = (before: string, behind: string) => (text: string) =>
  Buffer.from(before + text + behind).toString('base64');

export const codings: readonly Coding[] = [
  { id: 'as it stands', write: plain },
  { id: 'in lower case', write: (text) => text.toLowerCase() },
  { id: 'in upper case', write: (text) => text.toUpperCase() },
  {
    id: 'in letters of mixed case',
    write: mixed(
      (letter) => letter.toLowerCase(),
      (letter) => letter.toUpperCase(),
    ),
  },
  { id: 'backwards', write: (text) => [...text].reverse().join('') },
  { id: 'percent-encoded', write: (text) => each(text, percent) },
  { id: 'percent-encoded in part', write: mixed(plain, percent, percentUpper) },
  { id: 'percent-encoded twice', write: (text) => encodeURIComponent(each(text, percent)) },
  { id: 'in JSON escapes', write: (text) => each(text, jsonEscape) },
  {
    id: 'in JSON escapes in part',
    write: mixed(
      plain,
      jsonEscape,
      (letter) =>
        `\\${'/'.includes(letter) ? letter : `u00${letter.charCodeAt(0).toString(16).toUpperCase()}`}`,
    ),
  },
  { id: 'in JSON escapes in JSON', write: (text) => JSON.stringify(each(text, jsonEscape)).slice(1, -1) },
  { id: 'in JavaScript escapes', write: (text) => each(text, (_letter, hex) => `\\x${hex}`) },
  { id: 'in HTML references', write: mixed(plain, entity, entityHex) },
  {
    id: 'in HTML references of many digits',
    write: (text) => each(text, (_letter, hex) => `&#x000000${hex};`),
  },
  {
    id: 'in decimal HTML references of many digits',
    write: (text) => each(text, (letter) => `&#00000000${letter.charCodeAt(0)};`),
  },
  {
    id: 'in HTML names',
    write: (text) => text.replaceAll('_', '&UnderBar;').replaceAll('-', '&dash;').replaceAll('.', '&period;'),
  },
  {
    id: 'in HTML references behind amp without a semicolon',
    write: (text) => each(text, (_letter, hex) => `&amp#x${hex};`),
  },
  { id: 'in single quotes of a shell', write: (text) => each(text, (letter) => `'${letter}'`) },
  { id: 'in quotes amid a word of a shell', write: (text) => text.replace(/(.{3})(.{4})/g, `$1"$2"`) },
  { id: 'in long JavaScript escapes', write: (text) => each(text, (_letter, hex) => `\\u{000000${hex}}`) },
  { id: 'in every escape there is', write: mixed(plain, percent, jsonEscape, entity, entityHex) },
  { id: 'in hexadecimal', write: (text) => Buffer.from(text).toString('hex') },
  {
    id: 'in hexadecimal, upper case, in a longer text',
    write: (text) => `0a${Buffer.from(`Bearer ${text}`).toString('hex').toUpperCase()}f`,
  },
  { id: 'in Base64', write: base64('', '') },
  { id: 'in Base64 behind a letter', write: base64('u', ':password') },
  { id: 'in Base64 behind a user name', write: base64('user:', '') },
  { id: 'in Base64 for URLs', write: (text) => Buffer.from(`>>${text}??`).toString('base64url') },
  { id: 'in Base64, percent-encoded', write: (text) => encodeURIComponent(base64('Bearer ', '!')(text)) },
  {
    id: 'in JSON escapes in UTF-16',
    write: (text) => Buffer.from(each(text, jsonEscape), 'utf16le').toString('latin1'),
  },
  {
    id: 'in JSON escapes with percent-encoded letters',
    write: (text) => each(text, jsonEscape).replaceAll('u', '%75'),
  },
  { id: 'in UTF-16', write: (text) => Buffer.from(text, 'utf16le').toString('latin1') },
];

/** Which part of the secret is written: more than eight characters of it. */
export const slices: readonly { readonly id: string; readonly of: (secret: string) => string }[] = [
  { id: 'the whole', of: (secret) => secret },
  { id: 'all but its first letter', of: (secret) => secret.slice(1) },
  { id: 'its first half', of: (secret) => secret.slice(0, Math.ceil(secret.length / 2)) },
  { id: 'its last half', of: (secret) => secret.slice(-Math.ceil(secret.length / 2)) },
  { id: 'nine letters of its middle', of: (secret) => secret.slice(7, 16) },
];

/**
 * What of a secret can be read in a text, by means that have nothing in common with the redaction: everything is
 * undone that can be undone, and each nine letters of the secret are looked for. Empty where there is nothing.
 */
export function leaksOf(secret: string, text: string): string[] {
  const wanted = [secret, [...secret].reverse().join('')].flatMap((one) =>
    Array.from({ length: Math.max(1, one.length - 8) }, (_, at) => one.slice(at, at + 9).toLowerCase()),
  );
  const texts = [text, text.replaceAll(/['"]/g, '')];
  const readings = texts
    .flatMap((one) => readingsOf(wordsOnce(one)))
    .join('\n')
    .toLowerCase();
  return wanted.filter((part) => readings.includes(part));
}

/** Every word that could hold so much, once: reports say the same many times over, and no coding has what parts words. */
function wordsOnce(text: string): string {
  return [...new Set(text.split(/[\s<>"]+/))].filter(({ length }) => length >= 9).join('\n');
}

function readingsOf(text: string): string[] {
  const once = undone(text);
  const twice = undone(once);
  const layers = [...new Set([text, once, twice, undone(twice)])];
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

/** What a pattern finds in any of the texts, each once. */
function wordsOf(texts: readonly string[], pattern: RegExp): string[] {
  return [...new Set(texts.flatMap((text) => text.match(pattern) ?? []))];
}

function undone(text: string): string {
  const letter = (digits: string, base: number) =>
    String.fromCharCode(Number.parseInt(digits, base) & 0xffff);
  return text
    .replace(/\\\\/g, '\\')
    .replace(/\\u([0-9a-f]{4})/gi, (_, digits) => letter(digits, 16))
    .replace(/\\u\{([0-9a-f]+)\}/gi, (_, digits) => letter(digits, 16))
    .replace(/\\x([0-9a-f]{2})/gi, (_, digits) => letter(digits, 16))
    .replace(/%([0-9a-f]{2})/gi, (_, digits) => letter(digits, 16))
    .replace(/&#x([0-9a-f]+);/gi, (_, digits) => letter(digits, 16))
    .replace(/&#(\d+);/g, (_, digits) => letter(digits, 10))
    .replace(/&(?:lowbar|UnderBar);/g, '_')
    .replace(/&dash;/g, '-')
    .replace(/&period;/g, '.')
    .replace(/&amp;?/g, '&')
    .replace(/\\\//g, '/')
    .replaceAll('\0', '');
}
