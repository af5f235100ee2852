import {
  characterAt,
  fewMembers,
  hintAt,
  leastMemory,
  memoryOf,
  memoryOfOutline,
  memoryPerElement,
  type Outline,
  partsOfOutline,
  Refusal,
  refuse,
  type Source,
  spend,
} from './source.ts';
import { type JsonObject, type JsonValue, pointerOf } from './value.ts';

export const quote = 0x22;
const plus = 0x2b;
export const comma = 0x2c;
const minus = 0x2d;
const dot = 0x2e;
const zero = 0x30;
const nine = 0x39;
export const colon = 0x3a;
export const openBracket = 0x5b;
export const backslash = 0x5c;
export const closeBracket = 0x5d;
const smallE = 0x65;
const smallU = 0x75;
export const openBrace = 0x7b;
export const closeBrace = 0x7d;
/** The bit that differs between lower and upper case. */
const caseBit = 0x20;
/** The lowest character allowed unescaped in a string. */
const leastUnescaped = 0x20;

const escapable = new Set([...'"\\/bfnrt'].map((character) => character.charCodeAt(0)));
const words = ['true', 'false', 'null'];
const longestNameShown = 200;
/** Maximum number of dropped member names compared in an object, so that names cannot fill memory. */
const maxNames = 10_000;

/** Maximum number of digits of an integer, without exponent; longer ones are read as infinite. */
const maxDigits = 1_000;
/** Maximum number of repeated names that are recorded. */
export const maxDuplicates = 50;
/** Strings of longer documents are copied, because a slice keeps the whole document in memory. */
const longestShared = 65_536;

/** Parses JSON strictly by RFC 8259; throws a `Refusal`. */
export function parseText(text: string, deepest: number, maxElements: number, outline?: Outline) {
  const source: Source = {
    text,
    deepest,
    maxElements,
    outline,
    at: 0,
    path: [],
    room: outline === undefined ? leastMemory + maxElements * memoryPerElement : memoryOfOutline,
    depthKept: outline?.depth ?? deepest,
    partsKept: outline === undefined ? Number.POSITIVE_INFINITY : partsOfOutline,
    shares: text.length <= longestShared,
    duplicates: [],
    hasMoreDuplicates: false,
  };
  skipBlanks(source);
  if (source.at === text.length) throw new Refusal('empty', 'The text is empty', source.at);
  const value = readValue(source, 0, true);
  skipBlanks(source);
  if (source.at < text.length) refuse(source, source.at, 'the end of input');
  const { duplicates, hasMoreDuplicates } = source;
  return { value, duplicates, hasMoreDuplicates };
}

/** Parses a value; returns null without creating it if it is not kept. */
function readValue(source: Source, depth: number, isKept: boolean): JsonValue {
  const code = source.text.charCodeAt(source.at);
  if (code === quote) return readString(source, isKept);
  if (code === openBrace) return readObject(source, depth, isKept);
  if (code === openBracket) return readList(source, depth, isKept);
  if (isDigit(code) || code === minus) return readNumber(source, isKept);
  return readWord(source);
}

/** Creates objects that inherit nothing, and take less memory than `Object.create(null)`. */
function Bare() {}
Bare.prototype = Object.create(null);
const newObject = Bare as unknown as new () => JsonObject;

function readObject(source: Source, depth: number, isKept: boolean): JsonObject | null {
  const object = isKept ? new newObject() : null;
  if (isKept) spend(source, memoryOf.object);
  const isFilled = isKept && depth < source.depthKept;
  let others: Set<string> | undefined;
  enter(source, depth);
  for (let count = 1; hasPart(source, closeBrace, count); count++) {
    const offset = source.at;
    const name = readName(source, isFilled);
    if (object === null || !isFilled) {
      readValue(source, depth + 1, false);
      continue;
    }
    source.path[depth] = name;
    if (keepsPart(source, count) || source.outline?.names.has(name)) {
      // Nothing is inherited, so only parsed names have a value.
      if (object[name] !== undefined) recordDuplicate(source, depth, offset);
      spend(source, count > fewMembers ? memoryOf.memberOfTable : memoryOf.member);
      object[name] = readValue(source, depth + 1, true);
    } else {
      others ??= new Set();
      if (object[name] !== undefined || others.has(name)) recordDuplicate(source, depth, offset);
      else if (others.size < maxNames) others.add(name);
      readValue(source, depth + 1, false);
    }
  }
  return object;
}

function readList(source: Source, depth: number, isKept: boolean): JsonValue[] | null {
  const list: JsonValue[] = [];
  if (isKept) spend(source, memoryOf.list);
  const isFilled = isKept && depth < source.depthKept;
  const onElement = depth === 0 ? source.outline?.onElement : undefined;
  enter(source, depth);
  for (let count = 1; hasPart(source, closeBracket, count); count++) {
    if (onElement !== undefined) showElement(source, onElement);
    else if (isFilled && keepsPart(source, count)) {
      source.path[depth] = count - 1;
      spend(source, count === 1 ? memoryOf.firstElement + memoryOf.slot : memoryOf.slot);
      list.push(readValue(source, depth + 1, true));
    } else readValue(source, depth + 1, false);
  }
  return isKept ? list : null;
}

/** Checks whether the next member or element is kept, regardless of its name. */
function keepsPart({ room, partsKept }: Source, count: number): boolean {
  return count <= partsKept && room >= 0;
}

function showElement(source: Source, onElement: NonNullable<Outline['onElement']>): void {
  const { at: start } = source;
  const isObject = source.text.charCodeAt(start) === openBrace;
  Object.assign(source, { depthKept: 2, partsKept: 0, shares: true });
  const element = readValue(source, 1, isObject);
  onElement(isObject ? element : null, source.text, start, source.at);
}

/** Skips the opening bracket of an array or object. */
function enter(source: Source, depth: number): void {
  const { deepest, at } = source;
  if (depth >= deepest) throw new Refusal('too-deep', `Nesting exceeds ${deepest} levels`, at);
  source.at++;
}

/** Moves to the next member or element, or skips the closing bracket and returns false. */
function hasPart(source: Source, close: number, count: number): boolean {
  skipBlanks(source);
  if (skipIf(source, close)) return false;
  if (count > 1) {
    if (!skipIf(source, comma)) refuse(source, source.at, `',' or '${String.fromCharCode(close)}'`);
    skipBlanks(source);
  }
  if (count <= source.maxElements) return true;
  const [what, parts] = close === closeBrace ? ['An object', 'members'] : ['An array', 'elements'];
  const problem = `${what} has more than ${source.maxElements} ${parts}`;
  throw new Refusal('too-many-elements', problem, source.at);
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

/** Checks whether a character, or byte of UTF-8, is JSON whitespace. */
export function isBlank(code: number | undefined): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

function readString(source: Source, isKept: boolean): string | null {
  const { at: start } = source;
  const hasEscapes = skipString(source);
  if (!isKept) return null;
  spend(source, memoryOf.text);
  return stringBetween(source, start, hasEscapes);
}

/** Parses the name of a member and its colon; returns '' if it is not kept. */
function readName(source: Source, isKept: boolean): string {
  const { at: start } = source;
  if (source.text.charCodeAt(start) !== quote)
    refuse(source, start, 'a name in double quotes', hintAt(source));
  const hasEscapes = skipString(source);
  const name = isKept ? stringBetween(source, start, hasEscapes) : '';
  skipBlanks(source);
  if (!skipIf(source, colon)) refuse(source, source.at, "':'");
  skipBlanks(source);
  return name;
}

/** V8 copies shorter strings. Longer ones are slices that keep the whole text in memory. */
const shortestSlice = 13;

/** Returns the string that ends here; JSON.parse decodes its escapes, which are valid. */
function stringBetween({ text, at: end, shares }: Source, start: number, hasEscapes: boolean): string {
  const length = end - start;
  // A copy of most of the text would save no memory.
  const isMost = 2 * length > text.length;
  if (!hasEscapes && (shares || isMost || length < shortestSlice)) return text.slice(start + 1, end - 1);
  const decoded: string = JSON.parse(text.slice(start, end));
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

/** Parses a number: a `bigint` if its exact value is an integer, else a `number`. */
function readNumber(source: Source, isKept: boolean): bigint | number | null {
  const { text, at: start } = source;
  const isNegative = text.charCodeAt(start) === minus;
  const whole = isNegative ? start + 1 : start;
  const wholeEnd = endOfDigits(source, whole);
  if (text.charCodeAt(whole) === zero && wholeEnd > whole + 1)
    refuse(source, whole + 1, "'.', an exponent or the end of the number", 'leading zeros are not allowed');
  const fractionEnd = text.charCodeAt(wholeEnd) === dot ? endOfDigits(source, wholeEnd + 1) : wholeEnd;
  const end = endOfExponent(source, fractionEnd);
  source.at = end;
  if (!isKept) return null;
  spend(source, memoryOf.number);
  // Such an integer is beyond every range, and its exact value does not matter.
  if (end === wholeEnd && end - whole > maxDigits) return isNegative ? -Infinity : Infinity;
  const literal = text.slice(start, end);
  if (end === wholeEnd) {
    spend(source, literal.length >> 1);
    return BigInt(literal);
  }
  const fraction = text.slice(wholeEnd + 1, fractionEnd);
  const exponent = Number(text.slice(fractionEnd + 1, end));
  const exact = exactInteger(source, text.slice(whole, wholeEnd) + fraction, exponent - fraction.length);
  if (exact === undefined) return Number(literal);
  return isNegative ? -exact : exact;
}

/**
 * Returns `digits` × 10^`power` if it is an integer of at most `maxDigits`. It counts zeros in loops, because a pattern
 * such as `/0+$/` takes quadratic time on `0001000…1`.
 */
function exactInteger(source: Source, digits: string, power: number): bigint | undefined {
  let first = 0;
  while (digits.charCodeAt(first) === zero) first++;
  if (first === digits.length) return 0n;
  let end = digits.length;
  while (digits.charCodeAt(end - 1) === zero) end--;
  const zeros = power + digits.length - end;
  const length = end - first + zeros;
  if (zeros < 0 || length > maxDigits) return undefined;
  spend(source, length >> 1);
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

function recordDuplicate(source: Source, depth: number, offset: number): void {
  source.hasMoreDuplicates ||= source.duplicates.length === maxDuplicates;
  if (source.hasMoreDuplicates) return;
  const path = source.path
    .slice(0, depth + 1)
    .map((step) =>
      typeof step === 'string' && step.length > longestNameShown
        ? `(a name of ${step.length} characters)`
        : step,
    );
  source.duplicates.push({ path: pointerOf(path), offset });
}
