import type { Stretch } from './find-parts.ts';

/** A text with its escapes undone; the character at `i` was read from `starts[i]` to `ends[i]` of the original. */
export interface Unescaped {
  readonly text: string;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** Where in the original the first escape begins. */
  readonly firstAt: number;
  /** Where in the original one character takes more than `mostOfCharacter`: nothing behind it was read. */
  readonly brokenAt?: number;
}

/** The most of the original that one character may take, with what is skipped before it, in characters. */
const mostOfCharacter = 256;

/** The signs of ASCII that have names in HTML, and the two that browsers take for a hyphen. */
const named = new Map(
  [
    ...['& amp', '= equals', '_ lowbar underbar', '. period', '+ plus', '/ sol', '- hyphen dash', '! excl'],
    ...['" quot', '# num', '$ dollar', '% percnt', "' apos", '( lpar', ') rpar', '* ast midast', ', comma'],
    ...[': colon', '; semi', '< lt', '> gt', '? quest', '@ commat', '[ lsqb lbrack', '\\ bsol'],
    ...['] rsqb rbrack', '^ hat', '` grave diacriticalgrave', '{ lcub lbrace', '| verbar vert verticalline'],
    ...['} rcub rbrace'],
  ].flatMap((row) => {
    const [sign = '', ...names] = row.split(' ');
    return names.map((one) => [one, sign] as const);
  }),
);
const name = /[a-z]{2,16};|(?:amp|lt|gt|quot)/iy;

/**
 * Undoes one layer of percent-encoding, of the escapes of JSON, JavaScript and a shell, and of the references of
 * HTML and XML, in any mixture; skips NUL, so that UTF-16 read as bytes is found. Undefined where there is none.
 * `within` is the layer that `text` is of. Takes one step for each character of the text.
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
  let brokenAt: number | undefined;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    const undone = at < first ? undefined : escapeAt(text, at, code);
    const end = at + (undone?.length ?? 1);
    if (undone !== undefined) firstAt ??= startOf(at);
    if (undone?.code !== skipped) {
      starts[length] = startOf(at);
      ends[length] = endOf(end - 1);
      codes[length] = undone?.code ?? code;
      if ((ends[length] ?? 0) - lastEnd > mostOfCharacter) {
        brokenAt = lastEnd;
        break;
      }
      lastEnd = ends[length] ?? 0;
      length++;
    }
    at = end;
  }
  if (brokenAt === undefined && text.length > 0 && endOf(text.length - 1) - lastEnd > mostOfCharacter)
    brokenAt = lastEnd;
  if (firstAt === undefined) return undefined;
  return {
    text: Buffer.from(codes.buffer, 0, length * 2).toString('utf16le'),
    ...{ starts, ends, firstAt },
    ...(brokenAt === undefined ? {} : { brokenAt }),
  };
}

interface Escape {
  readonly length: number;
  /** `skipped` where it stands for no character. */
  readonly code: number;
}

const skipped = -1;
const nothing: Escape = { length: 1, code: skipped };

function escapeAt(text: string, at: number, code: number): Escape | undefined {
  switch (code) {
    case 0:
      return nothing;
    case 0x25: // %
      return isLetter(text, at + 1, 'u') ? digits(text, at, 2, 16, 4) : digits(text, at, 1, 16, 2);
    case 0x5c: // backslash
      return backslash(text, at);
    case 0x26: // &
      return reference(text, at);
    case 0x22:
    case 0x27: // A quote inside a word of a shell.
      if (text.startsWith(`'\\''`, at)) return { length: 4, code };
      return isInWord(text, at) ? nothing : undefined;
    default:
      return undefined;
  }
}

/** Whether a quote is amid letters, signs of a key, or other quotes: a shell reads it as nothing. */
function isInWord(text: string, at: number): boolean {
  return at > 0 && inWord.test(text.charAt(at - 1)) && inWord.test(text.charAt(at + 1));
}

const inWord = /^[\w.~+/=\-'"]$/;

function backslash(text: string, at: number): Escape | undefined {
  const numbered = isLetter(text, at + 1, 'u')
    ? text[at + 2] === '{'
      ? closed(text, at, 3, '}')
      : digits(text, at, 2, 16, 4)
    : isLetter(text, at + 1, 'x')
      ? digits(text, at, 2, 16, 2)
      : undefined;
  // What follows may itself be written otherwise: the next layer shows which escape it is.
  if (numbered !== undefined || at + 1 >= text.length || /[\0%&]/.test(text.charAt(at + 1))) return numbered;
  return { length: 2, code: text.charCodeAt(at + 1) };
}

function reference(text: string, at: number): Escape | undefined {
  if (text[at + 1] === '#')
    return isLetter(text, at + 2, 'x') ? many(text, at, 3, 16) : many(text, at, 2, 10);
  name.lastIndex = at + 1;
  const found = name.exec(text)?.[0];
  const character = found === undefined ? undefined : named.get(found.replace(';', '').toLowerCase());
  if (found === undefined || character === undefined) return undefined;
  return { length: found.length + 1, code: character.charCodeAt(0) };
}

/** Exactly `count` digits. */
function digits(text: string, at: number, lead: number, base: number, count: number): Escape | undefined {
  let code = 0;
  for (let place = at + lead; place < at + lead + count; place++) {
    const digit = digitAt(text, place, base);
    if (digit === undefined) return undefined;
    code = code * base + digit;
  }
  return { length: lead + count, code };
}

/** Digits, however many, and the semicolon behind them. */
function many(text: string, at: number, lead: number, base: number): Escape | undefined {
  let code = 0;
  let place = at + lead;
  for (let digit = digitAt(text, place, base); digit !== undefined; digit = digitAt(text, place, base)) {
    code = Math.min(code * base + digit, 0xffff);
    place++;
  }
  if (place === at + lead) return undefined;
  return { length: place - at + (text[place] === ';' ? 1 : 0), code };
}

/** Digits up to a sign, or to the end of what is read at a time. */
function closed(text: string, at: number, lead: number, sign: string): Escape | undefined {
  const found = many(text, at, lead, 16);
  if (found === undefined) return undefined;
  const end = at + found.length;
  if (end >= text.length) return found;
  return text[end] === sign ? { length: found.length + 1, code: found.code } : undefined;
}

function isLetter(text: string, at: number, letter: string): boolean {
  return text[at]?.toLowerCase() === letter;
}

function digitAt(text: string, at: number, base: number): number | undefined {
  const code = text.charCodeAt(at);
  if (code >= 48 && code <= 57) return code - 48;
  const value = (code | 32) - 87;
  return base === 16 && value >= 10 && value <= 15 ? value : undefined;
}

/** What a run of letters says once it is decoded. */
export interface Decoded {
  readonly text: string;
  /** Where in the text that was read a stretch of the decoded one stands. */
  readonly origin: (stretch: Stretch) => Stretch;
}

/** Shorter runs hold less of a secret than is taken out: seven bytes. */
const codings = [
  { coding: 'base64', run: /[\w+/-]{10,}/g, shifts: [0, 1, 2, 3], letters: 8 / 6 },
  { coding: 'hex', run: /[0-9a-f]{14,}/gi, shifts: [0, 1], letters: 2 },
] as const;

/** Every run of Base64 (also for URLs) and hexadecimal in a text, decoded from each place where it may begin. */
export function* decodedRuns(text: string): Generator<Decoded> {
  for (const { coding, run, shifts, letters } of codings) {
    for (const match of text.matchAll(run)) {
      for (const shift of shifts) {
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
