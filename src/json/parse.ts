import { readNumber, skipNumber } from './number.ts';
import { pointerOf } from './pointer.ts';
import {
  characterAt,
  fewMembers,
  memoryOf,
  type Outline,
  Refusal,
  refuse,
  type Source,
  spend,
} from './source.ts';
import type { JsonObject, JsonValue } from './value.ts';

const quote = 0x22;
const comma = 0x2c;
const minus = 0x2d;
const zero = 0x30;
const nine = 0x39;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const smallF = 0x66;
const smallN = 0x6e;
const smallT = 0x74;
const smallU = 0x75;
const openBrace = 0x7b;
const closeBrace = 0x7d;
/** The least character that a string may hold unescaped. */
const blank = 0x20;

const escapable = new Set([...'"\\/bfnrt'].map((character) => character.charCodeAt(0)));
const longestNameShown = 200;
/** Names of members that are not kept are compared with so many of their object: a server must not fill memory with names. */
const mostNames = 10_000;

/** Reads the one value that the text holds, by the grammar of RFC 8259 and nothing beyond; throws a Refusal. */
export function parseText(source: Source): JsonValue {
  skipBlanks(source);
  if (source.at === source.text.length) throw new Refusal('empty', 'There is no text', source.at);
  const value = readValue(source, 0);
  skipBlanks(source);
  if (source.at < source.text.length) refuse(source, source.at, 'the end of the text');
  return value;
}

function readValue(source: Source, depth: number): JsonValue {
  const code = source.text.charCodeAt(source.at);
  if (code === quote) return readString(source);
  if (code === openBrace) return readObject(source, depth);
  if (code === openBracket) return readList(source, depth);
  if ((code >= zero && code <= nine) || code === minus) return readNumber(source);
  return readWord(source);
}

/** Makes objects that inherit nothing, and smaller ones than `Object.create(null)` does: lists can be long. */
function Bare() {}
Bare.prototype = Object.create(null);
const newObject = Bare as unknown as new () => JsonObject;

function readObject(source: Source, depth: number): JsonObject {
  const object: JsonObject = new newObject();
  spend(source, memoryOf.object);
  if (depth >= source.depthKept) {
    skipValue(source, depth);
    return object;
  }
  enter(source, depth);
  if (skipIf(source, closeBrace)) return object;
  let others: Set<string> | undefined;
  for (let members = 1; ; members++) {
    if (members > source.caps.elements) refuseMany(source, closeBrace);
    const offset = source.at;
    const name = readName(source);
    source.path[depth] = name;
    if (isKept(source, members) || source.outline?.names.has(name)) {
      // Nothing is inherited: only a name that was read has a value.
      if (object[name] !== undefined) recordDuplicate(source, depth, name, offset);
      spend(source, members > fewMembers ? memoryOf.memberOfTable : memoryOf.member);
      object[name] = readValue(source, depth + 1);
    } else {
      others ??= new Set();
      if (object[name] !== undefined || others.has(name)) recordDuplicate(source, depth, name, offset);
      else if (others.size < mostNames) others.add(name);
      skipValue(source, depth + 1);
    }
    skipBlanks(source);
    if (skipIf(source, closeBrace)) return object;
    nextPart(source, closeBrace);
  }
}

function readList(source: Source, depth: number): JsonValue[] {
  const list: JsonValue[] = [];
  spend(source, memoryOf.list);
  if (depth >= source.depthKept) {
    skipValue(source, depth);
    return list;
  }
  const onElement = depth === 0 ? source.outline?.onElement : undefined;
  enter(source, depth);
  if (skipIf(source, closeBracket)) return list;
  if (onElement === undefined) spend(source, memoryOf.firstElement);
  for (let elements = 1; ; elements++) {
    if (elements > source.caps.elements) refuseMany(source, closeBracket);
    source.path[depth] = elements - 1;
    if (onElement !== undefined) showElement(source, onElement);
    else if (isKept(source, elements)) {
      spend(source, memoryOf.slot);
      list.push(readValue(source, depth + 1));
    } else skipValue(source, depth + 1);
    skipBlanks(source);
    if (skipIf(source, closeBracket)) return list;
    nextPart(source, closeBracket);
  }
}

/** Whether the next member or element is kept, whatever its name. */
function isKept({ room, partsKept }: Source, count: number): boolean {
  return count <= partsKept && room > 0;
}

/** Of an element that is an object only the members that the outline names are read, of any other nothing. */
function showElement(source: Source, onElement: NonNullable<Outline['onElement']>): void {
  const { at: start, room, depthKept, partsKept, shares } = source;
  let element: JsonValue = null;
  if (source.text.charCodeAt(start) === openBrace) {
    source.depthKept = 2;
    source.partsKept = 0;
    source.shares = true;
    element = readValue(source, 1);
    Object.assign(source, { room, depthKept, partsKept, shares });
  } else skipValue(source, 1);
  onElement(element, source.text, start, source.at);
}

/**
 * Steps over a value of which nothing is kept, by the same grammar: no call and no object for each value in it. Names inside
 * it are not compared with one another.
 */
function skipValue(source: Source, depth: number): void {
  const { text } = source;
  /** What closes each array and object around the next value, and how many parts of it began. */
  const closing: number[] = [];
  const begun: number[] = [];
  for (;;) {
    const code = text.charCodeAt(source.at);
    if (code === openBrace || code === openBracket) {
      const close = code === openBrace ? closeBrace : closeBracket;
      enter(source, depth + closing.length);
      if (!skipIf(source, close)) {
        closing.push(close);
        begun.push(1);
        if (close === closeBrace) skipName(source);
        continue;
      }
    } else if (code === quote) skipOverString(source);
    else if ((code >= zero && code <= nine) || code === minus) skipNumber(source);
    else readWord(source);
    for (;;) {
      const innermost = closing.length - 1;
      const close = closing[innermost];
      if (close === undefined) return;
      skipBlanks(source);
      if (!skipIf(source, close)) {
        nextPart(source, close);
        const count = (begun[innermost] ?? 0) + 1;
        begun[innermost] = count;
        if (count > source.caps.elements) refuseMany(source, close);
        if (close === closeBrace) skipName(source);
        break;
      }
      closing.pop();
      begun.pop();
    }
  }
}

/** Steps over the comma in front of the next member or element. */
function nextPart(source: Source, close: number): void {
  if (!skipIf(source, comma)) refuse(source, source.at, `',' or '${String.fromCharCode(close)}'`);
  skipBlanks(source);
}

/** Steps over the bracket that opens an array or object. */
function enter(source: Source, depth: number): void {
  const { depth: cap } = source.caps;
  if (depth >= cap)
    throw new Refusal('too-deep', `Arrays and objects stand more than ${cap} deep`, source.at);
  source.at++;
  skipBlanks(source);
}

/** Steps over one character where it is `code`. */
function skipIf(source: Source, code: number): boolean {
  if (source.text.charCodeAt(source.at) !== code) return false;
  source.at++;
  return true;
}

function skipBlanks(source: Source): void {
  const { text } = source;
  let at = source.at;
  for (let code = text.charCodeAt(at); code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09; ) {
    code = text.charCodeAt(++at);
  }
  source.at = at;
}

/** Leaves the decoding of escapes, once known to be sound, to JSON.parse. */
function readString(source: Source): string {
  const { at: start } = source;
  const hasEscapes = skipOverString(source);
  spend(source, memoryOf.text);
  return stringBetween(source, start, hasEscapes);
}

/** Reads the name of a member, and steps over the colon. */
function readName(source: Source): string {
  const { at: start } = source;
  const hasEscapes = skipQuotedName(source);
  const name = stringBetween(source, start, hasEscapes);
  skipColon(source);
  return name;
}

function skipName(source: Source): void {
  skipQuotedName(source);
  skipColon(source);
}

function skipQuotedName(source: Source): boolean {
  if (source.text.charCodeAt(source.at) !== quote)
    refuse(source, source.at, 'a name in double quotes', hintAt(source));
  return skipOverString(source);
}

function skipColon(source: Source): void {
  skipBlanks(source);
  if (!skipIf(source, colon)) refuse(source, source.at, "':'");
  skipBlanks(source);
}

/** V8 copies what is shorter; of anything longer it makes a part of the text, which it keeps whole for that. */
const shortestPart = 13;

function stringBetween({ text, at: end, shares }: Source, start: number, hasEscapes: boolean): string {
  const length = end - start;
  // Most of the text: a copy would take as much memory as the text that it lets go of.
  const isMost = 2 * length > text.length;
  if (!hasEscapes && (shares || isMost || length < shortestPart)) return text.slice(start + 1, end - 1);
  const decoded: string = JSON.parse(text.slice(start, end));
  return decoded;
}

/** Steps over a string; whether it holds escapes. */
function skipOverString(source: Source): boolean {
  const { text } = source;
  let at = source.at + 1;
  let hasEscapes = false;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === quote) break;
    if (code === backslash) {
      hasEscapes = true;
      at = endOfEscape(source, at);
    } else if (code >= blank) at++;
    else refuseInString(source, at);
  }
  source.at = at + 1;
  return hasEscapes;
}

function endOfEscape(source: Source, at: number): number {
  const { text } = source;
  const code = text.charCodeAt(at + 1);
  if (escapable.has(code)) return at + 2;
  if (code !== smallU) refuse(source, at + 1, 'one of " \\ / b f n r t u, after a backslash,');
  for (let digit = at + 2; digit < at + 6; digit++) {
    if (!isHexDigit(text.charCodeAt(digit))) refuse(source, digit, 'one of four hexadecimal digits');
  }
  return at + 6;
}

function isHexDigit(code: number): boolean {
  const lower = code | 0x20;
  return (code >= zero && code <= nine) || (lower >= 0x61 && lower <= 0x66);
}

function refuseInString({ text }: Source, at: number): never {
  if (at >= text.length) throw new Refusal('end-of-input', 'The text ends inside a string', text.length);
  throw new Refusal('syntax', `A string holds ${characterAt(text, at)} unescaped`, at);
}

function readWord(source: Source): boolean | null {
  const code = source.text.charCodeAt(source.at);
  if (code === smallT) return readLetters(source, 'true', true);
  if (code === smallF) return readLetters(source, 'false', false);
  if (code === smallN) return readLetters(source, 'null', null);
  return refuse(source, source.at, 'a value', hintAt(source));
}

function readLetters<Value>(source: Source, word: string, value: Value): Value {
  const { text, at: start } = source;
  for (let index = 1; index < word.length; index++) {
    if (text.charCodeAt(start + index) !== word.charCodeAt(index))
      refuse(source, start + index, `the word ${word}`);
  }
  source.at = start + word.length;
  return value;
}

function recordDuplicate(source: Source, depth: number, name: string, offset: number): void {
  if (source.duplicates.length >= source.caps.duplicates) {
    source.moreDuplicates = true;
    return;
  }
  const path = [...source.path.slice(0, depth), name].map((step) =>
    typeof step === 'string' && step.length > longestNameShown
      ? `(a name of ${step.length} characters)`
      : step,
  );
  source.duplicates.push({ path: pointerOf(path), offset });
}

function refuseMany({ at, caps }: Source, close: number): never {
  const [what, parts] = close === closeBrace ? ['An object', 'members'] : ['An array', 'elements'];
  throw new Refusal('too-many-elements', `${what} has more than ${caps.elements} ${parts}`, at);
}

/** What people mostly meant by a character that JSON does not have there. */
function hintAt({ text, at }: Source): string {
  const character = text.charAt(at);
  if (character === '<') return 'this looks like HTML or XML';
  if (character === "'") return 'JSON strings stand in double quotes';
  if (character === '/' || character === '#') return 'JSON has no comments';
  const isAfterComma = text.slice(0, at).trimEnd().endsWith(',');
  return isAfterComma && (character === '}' || character === ']') ? 'a comma before the end' : '';
}
