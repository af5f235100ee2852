import type { Stretch } from './find-parts.ts';

/** An unescaped string; the character at `i` comes from `starts[i]` to `ends[i]` of the original. */
export interface Unescaped {
  readonly text: string;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** Where the first escape begins in the original. */
  readonly firstAt: number;
  /** Where a character takes more than `maxEscapeLength` of the original: nothing after it is read. */
  readonly brokenAt?: number;
}

/** Maximum length in the original of one character, including skipped characters before it. */
const maxEscapeLength = 256;

/** ASCII characters by their HTML names. */
const named = new Map(
  [
    ...['& amp', '= equals', '_ lowbar underbar', '. period', '+ plus', '/ sol', '- hyphen dash', '! excl'],
    ...['" quot', '# num', '$ dollar', '% percnt', "' apos", '( lpar', ') rpar', '* ast midast', ', comma'],
    ...[': colon', '; semi', '< lt', '> gt', '? quest', '@ commat', '[ lsqb lbrack', '\\ bsol'],
    ...['] rsqb rbrack', '^ hat', '` grave diacriticalgrave', '{ lcub lbrace', '| verbar vert verticalline'],
    ...['} rcub rbrace'],
  ].flatMap((entry) => {
    const [sign = '', ...names] = entry.split(' ');
    return names.map((one) => [one, sign] as const);
  }),
);
/** Escapes with the number or the name of a character. */
const numbered =
  /[%\\]u([0-9a-f]{4})|(?:%|\\x)([0-9a-f]{2})|\\u\{([0-9a-f]+)(?:\}|$)|&#x([0-9a-f]+);?|&#(\d+);?|&([a-z]{2,16}(?=;)|amp|lt|gt|quot);?/iy;

/**
 * Undoes one layer of percent-encoding, JSON, JavaScript and shell escapes, and HTML and XML references, in any mixture.
 * Skips NUL, so that UTF-16 read as bytes is found. `within` is the previous layer. Returns undefined if there are no
 * escapes. Takes linear time.
 */
export function unescapeText(text: string, within?: Unescaped): Unescaped | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the zero bytes of UTF-16.
  const first = text.search(/[%\\&\u0000]|(?<=[\w.~+/=\-'"])['"][\w.~+/=\-'"]/);
  if (first < 0) return undefined;
  const codes = new Uint16Array(text.length);
  const starts = new Uint32Array(text.length);
  const ends = new Uint32Array(text.length);
  const startOf = (at: number) => within?.starts[at] ?? at;
  const endOf = (at: number) => within?.ends[at] ?? at + 1;
  let length = 0;
  let firstAt: number | undefined;
  let lastEnd = 0;
  let isBroken = false;
  for (let at = 0; at < text.length && !isBroken; ) {
    const code = text.charCodeAt(at);
    const undone = at < first ? undefined : escapeAt(text, at, code);
    const end = at + (undone?.length ?? 1);
    const readTo = endOf(end - 1);
    if (undone !== undefined) firstAt ??= startOf(at);
    isBroken = (undone?.code !== skipped || end >= text.length) && readTo - lastEnd > maxEscapeLength;
    if (undone?.code !== skipped && !isBroken) {
      starts[length] = startOf(at);
      ends[length] = readTo;
      codes[length] = undone?.code ?? code;
      lastEnd = readTo;
      length++;
    }
    at = end;
  }
  if (firstAt === undefined) return undefined;
  return {
    text: Buffer.from(codes.buffer, 0, length * 2).toString('utf16le'),
    ...{ starts, ends, firstAt },
    ...(isBroken ? { brokenAt: lastEnd } : {}),
  };
}

interface Escape {
  readonly length: number;
  /** `skipped` if it does not represent a character. */
  readonly code: number;
}

const skipped = -1;
const nothing: Escape = { length: 1, code: skipped };
const inWord = /^[\w.~+/=\-'"]$/;

function escapeAt(text: string, at: number, code: number): Escape | undefined {
  switch (code) {
    case 0:
      return nothing;
    case 0x22:
    case 0x27:
      if (text.startsWith(`'\\''`, at)) return { length: 4, code };
      // A shell removes quotes inside a word.
      return at > 0 && inWord.test(text.charAt(at - 1)) && inWord.test(text.charAt(at + 1))
        ? nothing
        : undefined;
    case 0x25: // %
    case 0x26: // &
    case 0x5c: // backslash
      return numberedAt(text, at) ?? (code === 0x5c ? escapedAt(text, at + 1) : undefined);
    default:
      return undefined;
  }
}

function numberedAt(text: string, at: number): Escape | undefined {
  numbered.lastIndex = at;
  const [whole, four, two, braced, reference, decimal, name] = numbered.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const sign = name === undefined ? undefined : named.get(name.toLowerCase());
  if (name !== undefined)
    return sign === undefined ? undefined : { length: whole.length, code: sign.charCodeAt(0) };
  const hex = four ?? two ?? braced ?? reference;
  const code = hex === undefined ? Number.parseInt(decimal ?? '', 10) : Number.parseInt(hex, 16);
  return { length: whole.length, code: Math.min(code, 0xffff) };
}

/** Returns the character after a backslash; if it begins another escape, the next layer handles it. */
function escapedAt(text: string, at: number): Escape | undefined {
  return at >= text.length || /[\0%&]/.test(text.charAt(at))
    ? undefined
    : { length: 2, code: text.charCodeAt(at) };
}

/** One way to read a string. */
interface Read {
  readonly text: string;
  /** Maps a range of `text` to the original. */
  readonly origin: (stretch: Stretch) => Stretch;
}

/** Runs shorter than `least` have less than seven bytes of a secret, which are not redacted. */
const codings = [
  { coding: 'base64', run: /[\w+/-]{10,}/g, least: 10, shifts: [0, 1, 2, 3], letters: 8 / 6 },
  { coding: 'hex', run: /[0-9a-f]{14,}/gi, least: 14, shifts: [0, 1], letters: 2 },
] as const;

/** Reads a string as it is, and decodes every run of Base64 or hexadecimal at each possible offset. */
export function* readingsOf(text: string): Generator<Read> {
  yield { text, origin: (stretch) => stretch };
  for (const { coding, run, least, shifts, letters } of codings) {
    for (const match of text.matchAll(run)) {
      for (const shift of shifts) {
        if (match[0].length - shift < least) break;
        const begin = match.index + shift;
        yield {
          text: Buffer.from(match[0].slice(shift), coding).toString('latin1'),
          origin: ({ from, to }) => ({
            from: begin + Math.floor(from * letters),
            to: Math.min(begin + Math.ceil(to * letters), match.index + match[0].length),
          }),
        };
      }
    }
  }
}
