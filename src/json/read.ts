import { isObject, type JsonObject, type JsonValue } from './value.ts';

export { isObject, type JsonObject, type JsonValue };

/** The deepest nesting that is read. The parser is recursive, and about 3,000 levels fill Node's default stack. */
const deepest = 1_000;
/** The maximum number of digits of an integer. A longer integer is read as infinite, because it is beyond every range. */
const maxDigits = 1_000;
/**
 * The maximum number of digits of an integer that is written with a fraction or an exponent, because `1e999` would take a
 * hundred times its length in memory.
 */
const maxDigitsOfPower = 30;
/** Strings of longer documents are copied, because a slice keeps the whole document in memory. */
const longestShared = 65_536;
/** V8 copies shorter strings itself. */
const shortestSlice = 13;

/**
 * The minimum number of characters per array or object. A denser document is not read, because `[0],[0]` takes thirty times its
 * length in memory. Even a category with only an id, `{"id":1},`, is longer. A short document may have up to `fewContainers`
 * arrays and objects, for example nested as deeply as allowed.
 */
const leastPerContainer = 8;
const fewContainers = 2_000;

export type JsonProblem = 'empty' | 'not-utf-8' | 'syntax' | 'end-of-input' | 'too-deep' | 'too-dense';

/** A valid JSON document. */
interface JsonText {
  readonly ok: true;
  readonly value: JsonValue;
  /** How many names repeat an earlier name in the same object. The last value counts. */
  readonly repeatedNames: number;
  /** Whether there was a byte order mark, which is tolerated (RFC 8259, section 8.1). */
  readonly byteOrderMark: boolean;
}

/** A document that is not valid JSON, or exceeds a limit. */
interface NoJson {
  readonly ok: false;
  readonly kind: JsonProblem;
  /** A sentence without a period. It quotes at most one escaped character. */
  readonly problem: string;
  /** The position of the problem in UTF-16 units after the byte order mark, from 0. */
  readonly offset: number;
  /** The position in lines and columns, from 1. */
  readonly line: number;
  readonly column: number;
  readonly byteOrderMark: boolean;
}

export type JsonDocument = JsonText | NoJson;

/** This decoder is shared, because creating a decoder takes as long as parsing a short body. */
const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Parses a body as JSON, strictly and with all digits; never throws. */
export function readJson(bytes: Uint8Array): JsonDocument {
  let text: string;
  try {
    text = strictDecoder.decode(bytes);
  } catch {
    return notUtf8(bytes);
  }
  return readJsonText(text);
}

/** Parses a string as JSON, as `readJson` does. */
export function readJsonText(text: string): JsonDocument {
  const byteOrderMark = text.startsWith('\ufeff');
  const source: Source = {
    text: byteOrderMark ? text.slice(1) : text,
    at: 0,
    repeatedNames: 0,
    containers: 0,
  };
  try {
    const value = readDocument(source);
    return { ok: true, value, repeatedNames: source.repeatedNames, byteOrderMark };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { kind, problem, offset } = error;
    return { ok: false, kind, problem, ...positionOf(source.text, offset), byteOrderMark };
  }
}

/** Finds the first byte that is not UTF-8, where the decoder inserted U+FFFD. */
function notUtf8(bytes: Uint8Array): NoJson {
  const decoded = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const byteOrderMark = decoded.startsWith('\ufeff');
  const text = byteOrderMark ? decoded.slice(1) : decoded;
  let byte = byteOrderMark ? 3 : 0;
  let offset = 0;
  for (let next = text.indexOf('\ufffd'); next !== -1; next = text.indexOf('\ufffd', next + 1)) {
    byte += Buffer.byteLength(text.slice(offset, next));
    offset = next;
    if (bytes[byte] !== 0xef || bytes[byte + 1] !== 0xbf || bytes[byte + 2] !== 0xbd) break;
  }
  const value = (bytes[byte] ?? 0).toString(16).toUpperCase();
  const problem = `Byte ${byte} (0x${value}) is not UTF-8`;
  return { ok: false, kind: 'not-utf-8', problem, ...positionOf(text, offset), byteOrderMark };
}

function positionOf(text: string, offset: number): Pick<NoJson, 'offset' | 'line' | 'column'> {
  let line = 1;
  let lineStart = 0;
  for (let feed = text.indexOf('\n'); feed !== -1 && feed < offset; feed = text.indexOf('\n', feed + 1)) {
    line++;
    lineStart = feed + 1;
  }
  return { offset, line, column: offset - lineStart + 1 };
}

/** The state of the parser. */
interface Source {
  readonly text: string;
  /** Index of the next character. */
  at: number;
  repeatedNames: number;
  /** The number of arrays and objects so far. */
  containers: number;
}

/** Thrown only inside the parser. Not an Error, because capturing the stack takes longer than parsing. */
class Refusal {
  readonly kind: JsonProblem;
  readonly problem: string;
  readonly offset: number;

  constructor(kind: JsonProblem, problem: string, offset: number) {
    this.kind = kind;
    this.problem = problem;
    this.offset = offset;
  }
}

/** Refuses the character at `at`, or the end of input; `expected` names what is allowed there. */
function refuse({ text }: Source, at: number, expected: string, hint = ''): never {
  if (at >= text.length)
    throw new Refusal('end-of-input', `Unexpected end of input, expected ${expected}`, text.length);
  const remark = hint === '' ? '' : ` (${hint})`;
  throw new Refusal('syntax', `Unexpected ${characterAt(text, at)}, expected ${expected}${remark}`, at);
}

/** Shows a character safely: quoted if it is printable ASCII, otherwise as `U+XXXX`. */
function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at) ?? 0;
  if (code > 0x20 && code < 0x7f) return `'${String.fromCodePoint(code)}'`;
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Explains an unexpected character, if it is a common mistake. */
function hintAt({ text, at }: Source): string {
  const character = text.charAt(at);
  if (character === '<') return 'this looks like HTML or XML';
  if (character === "'") return 'JSON strings need double quotes';
  if (character === '/' || character === '#') return 'JSON has no comments';
  const isAfterComma = text.slice(0, at).trimEnd().endsWith(',');
  return isAfterComma && (character === '}' || character === ']') ? 'trailing comma' : '';
}

const quote = 0x22;
const plus = 0x2b;
const comma = 0x2c;
const minus = 0x2d;
const dot = 0x2e;
const zero = 0x30;
const nine = 0x39;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const smallE = 0x65;
const smallU = 0x75;
const openBrace = 0x7b;
const closeBrace = 0x7d;
/** The bit that differs between lower and upper case. */
const caseBit = 0x20;
/** The lowest character allowed unescaped in a string. */
const leastUnescaped = 0x20;

const escapable = new Set([...'"\\/bfnrt'].map((character) => character.charCodeAt(0)));
const words = ['true', 'false', 'null'];

function readDocument(source: Source): JsonValue {
  skipBlanks(source);
  if (source.at === source.text.length) throw new Refusal('empty', 'The text is empty', source.at);
  const value = readValue(source, 0);
  skipBlanks(source);
  if (source.at < source.text.length) refuse(source, source.at, 'the end of input');
  return value;
}

function readValue(source: Source, depth: number): JsonValue {
  const code = source.text.charCodeAt(source.at);
  if (code === quote) return readString(source);
  if (code === openBrace) return readObject(source, depth);
  if (code === openBracket) return readList(source, depth);
  if (isDigit(code) || code === minus) return readNumber(source);
  return readWord(source);
}

/** Creates objects that inherit nothing and take less memory than `Object.create(null)`. */
function Bare() {}
Bare.prototype = Object.create(null);
const newObject = Bare as unknown as new () => JsonObject;

function readObject(source: Source, depth: number): JsonObject {
  const object = new newObject();
  enter(source, depth);
  for (let isFirst = true; hasPart(source, closeBrace, isFirst); isFirst = false) {
    const name = readName(source);
    // The object inherits nothing, so only names that were parsed have a value.
    if (object[name] !== undefined) source.repeatedNames++;
    object[name] = readValue(source, depth + 1);
  }
  return object;
}

function readList(source: Source, depth: number): JsonValue[] {
  const list: JsonValue[] = [];
  enter(source, depth);
  for (let isFirst = true; hasPart(source, closeBracket, isFirst); isFirst = false)
    list.push(readValue(source, depth + 1));
  // A growing array reserves room for 17 elements; the copy has room only for its own.
  return list.slice();
}

/** Skips the opening bracket of an array or object. */
function enter(source: Source, depth: number): void {
  if (depth >= deepest) throw new Refusal('too-deep', `Nesting exceeds ${deepest} levels`, source.at);
  source.containers++;
  if (source.containers > fewContainers && source.containers * leastPerContainer > source.text.length) {
    const problem = `More than one array or object per ${leastPerContainer} characters`;
    throw new Refusal('too-dense', problem, source.at);
  }
  source.at++;
}

/** Moves to the next member or element, or skips the closing bracket and returns false. */
function hasPart(source: Source, close: number, isFirst: boolean): boolean {
  skipBlanks(source);
  if (skipIf(source, close)) return false;
  if (isFirst) return true;
  if (!skipIf(source, comma)) refuse(source, source.at, `',' or '${String.fromCharCode(close)}'`);
  skipBlanks(source);
  return true;
}

/** Skips one character if it is `code`. */
function skipIf(source: Source, code: number): boolean {
  if (source.text.charCodeAt(source.at) !== code) return false;
  source.at++;
  return true;
}

function skipBlanks(source: Source): void {
  let { at } = source;
  while (isBlank(source.text.charCodeAt(at))) at++;
  source.at = at;
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** Parses the name of a member and its colon. */
function readName(source: Source): string {
  if (source.text.charCodeAt(source.at) !== quote)
    refuse(source, source.at, 'a name in double quotes', hintAt(source));
  const name = readString(source);
  skipBlanks(source);
  if (!skipIf(source, colon)) refuse(source, source.at, "':'");
  skipBlanks(source);
  return name;
}

function readString(source: Source): string {
  const { text, at: start } = source;
  const hasEscapes = skipString(source);
  const length = source.at - start;
  const isSlice = text.length <= longestShared || length < shortestSlice;
  if (!hasEscapes && isSlice) return text.slice(start + 1, source.at - 1);
  // JSON.parse copies the string, and decodes its escapes, which are known to be valid.
  const decoded: string = JSON.parse(text.slice(start, source.at));
  return decoded;
}

/** Skips a string; returns whether it has escapes. */
function skipString(source: Source): boolean {
  const { text } = source;
  let at = source.at + 1;
  let hasEscapes = false;
  for (let code = text.charCodeAt(at); code !== quote; code = text.charCodeAt(at)) {
    if (code === backslash) {
      hasEscapes = true;
      at = endOfEscape(source, at);
    } else if (code >= leastUnescaped) at++;
    else if (at < text.length)
      throw new Refusal('syntax', `Unescaped ${characterAt(text, at)} in a string`, at);
    else throw new Refusal('end-of-input', 'Unterminated string', text.length);
  }
  source.at = at + 1;
  return hasEscapes;
}

function endOfEscape(source: Source, at: number): number {
  const { text } = source;
  const code = text.charCodeAt(at + 1);
  if (escapable.has(code)) return at + 2;
  if (code !== smallU) refuse(source, at + 1, 'one of " \\ / b f n r t u after a backslash');
  for (let digit = at + 2; digit < at + 6; digit++)
    if (!/[\da-f]/i.test(text.charAt(digit))) refuse(source, digit, 'four hexadecimal digits');
  return at + 6;
}

/** Parses a number: a `bigint` if its exact value is an integer, otherwise a `number`. */
function readNumber(source: Source): bigint | number {
  const { text, at: start } = source;
  const isNegative = text.charCodeAt(start) === minus;
  const whole = isNegative ? start + 1 : start;
  const wholeEnd = endOfDigits(source, whole);
  if (text.charCodeAt(whole) === zero && wholeEnd > whole + 1)
    refuse(source, whole + 1, "'.', an exponent or the end of the number", 'leading zeros are not allowed');
  const fractionEnd = text.charCodeAt(wholeEnd) === dot ? endOfDigits(source, wholeEnd + 1) : wholeEnd;
  const end = endOfExponent(source, fractionEnd);
  source.at = end;
  if (end === wholeEnd && end - whole > maxDigits) return isNegative ? -Infinity : Infinity;
  const literal = text.slice(start, end);
  if (end === wholeEnd) return BigInt(literal);
  const fraction = text.slice(wholeEnd + 1, fractionEnd);
  const exponent = Number(text.slice(fractionEnd + 1, end));
  const exact = exactInteger(text.slice(whole, wholeEnd) + fraction, exponent - fraction.length);
  if (exact === undefined) return Number(literal);
  return isNegative ? -exact : exact;
}

/**
 * Returns `digits` × 10^`power`: infinite beyond `maxDigitsOfPower`, and undefined if the value is not an integer. Zeros are
 * counted in loops, because a pattern such as `/0+$/` takes quadratic time on `0001000…1`.
 */
function exactInteger(digits: string, power: number): bigint | number | undefined {
  let first = 0;
  while (digits.charCodeAt(first) === zero) first++;
  if (first === digits.length) return 0n;
  let end = digits.length;
  while (digits.charCodeAt(end - 1) === zero) end--;
  const zeros = power + digits.length - end;
  if (zeros < 0) return undefined;
  if (end - first + zeros > maxDigitsOfPower) return Infinity;
  return BigInt(digits.slice(first, end) + '0'.repeat(zeros));
}

function endOfExponent(source: Source, at: number): number {
  const { text } = source;
  if ((text.charCodeAt(at) | caseBit) !== smallE) return at;
  const sign = text.charCodeAt(at + 1);
  return endOfDigits(source, sign === plus || sign === minus ? at + 2 : at + 1);
}

function endOfDigits(source: Source, start: number): number {
  let at = start;
  while (isDigit(source.text.charCodeAt(at))) at++;
  if (at === start) refuse(source, at, 'a digit');
  return at;
}

function isDigit(code: number): boolean {
  return code >= zero && code <= nine;
}

function readWord(source: Source): boolean | null {
  const { text, at } = source;
  const word = words.find((one) => one.charCodeAt(0) === text.charCodeAt(at));
  if (word === undefined) return refuse(source, at, 'a value', hintAt(source));
  for (let index = 1; index < word.length; index++)
    if (text.charCodeAt(at + index) !== word.charCodeAt(index)) refuse(source, at + index, word);
  source.at = at + word.length;
  return word === 'null' ? null : word === 'true';
}
