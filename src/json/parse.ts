import { readNumber, skipNumber } from './number.ts';
import { pointerOf } from './pointer.ts';
import {
  characterAt,
  fewMembers,
  membersOutlined,
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
  const isKept = depth <= source.kept;
  if (code === quote) return isKept ? readString(source) : skipString(source);
  if (code === openBrace) return readObject(source, depth, isKept);
  if (code === openBracket) return readList(source, depth, isKept);
  if ((code >= zero && code <= nine) || code === minus)
    return isKept ? readNumber(source) : skipNumber(source);
  if (code === smallT) return readWord(source, 'true', true);
  if (code === smallF) return readWord(source, 'false', false);
  if (code === smallN) return readWord(source, 'null', null);
  return refuse(source, source.at, 'a value', hintAt(source));
}

/** Makes objects that inherit nothing, and smaller ones than `Object.create(null)` does: lists can be long. */
function Bare() {}
Bare.prototype = Object.create(null);
const newObject = Bare as unknown as new () => JsonObject;

function readObject(source: Source, depth: number, isKept: boolean): JsonObject {
  const object: JsonObject = new newObject();
  if (isKept) spend(source, memoryOf.object);
  enter(source, depth);
  if (skipIf(source, closeBrace)) return object;
  const { outline } = source;
  const holds = depth < source.kept;
  /** What the names are compared with: of what is not kept the newest, for there may be very many. */
  let others = object;
  for (let members = 1; ; members++) {
    if (members > source.caps.elements) refuseMany(source, 'An object', 'members');
    const offset = source.at;
    if (source.text.charCodeAt(offset) !== quote)
      refuse(source, offset, 'a name in double quotes', hintAt(source));
    const name = readName(source);
    // Nothing is inherited: only a name that was read has a value.
    if (others[name] !== undefined || object[name] !== undefined)
      recordDuplicate(source, depth, name, offset);
    skipBlanks(source);
    if (!skipIf(source, colon)) refuse(source, source.at, "':'");
    skipBlanks(source);
    source.path[depth] = name;
    if (holds && (outline === undefined || members <= membersOutlined || outline.names.has(name))) {
      spend(source, members > fewMembers ? memoryOf.memberOfTable : memoryOf.member);
      object[name] = readValue(source, depth + 1);
    } else {
      if (members % membersOutlined === 1 || others === object) others = new newObject();
      skipValue(source, depth + 1);
      others[name] = true;
    }
    skipBlanks(source);
    if (skipIf(source, closeBrace)) return object;
    if (!skipIf(source, comma)) refuse(source, source.at, "',' or '}'");
    skipBlanks(source);
  }
}

function readList(source: Source, depth: number, isKept: boolean): JsonValue[] {
  const list: JsonValue[] = isKept ? [] : noList;
  if (isKept) spend(source, memoryOf.list);
  enter(source, depth);
  if (skipIf(source, closeBracket)) return list;
  const shown = depth === 0 ? source.outline : undefined;
  const holds = depth < source.kept && shown === undefined;
  if (holds) spend(source, memoryOf.firstElement);
  for (let count = 0; ; count++) {
    if (count >= source.caps.elements) refuseMany(source, 'An array', 'elements');
    source.path[depth] = count;
    if (shown !== undefined) showElement(source, shown);
    else if (holds) {
      spend(source, memoryOf.slot);
      list.push(readValue(source, depth + 1));
    } else readValue(source, depth + 1);
    skipBlanks(source);
    if (skipIf(source, closeBracket)) return list;
    if (!skipIf(source, comma)) refuse(source, source.at, "',' or ']'");
    skipBlanks(source);
  }
}

/** Stands for every array of which nothing is kept. */
const noList: JsonValue[] = [];
Object.freeze(noList);

/** What stands deeper in an element is not kept: no server stores a category so deep that it was sent. */
export const deepestOfElement = 8;

/** Each element may take all the memory: it is let go before the next one is read. */
function showElement(source: Source, { onElement }: Outline): void {
  const { at: start, room, kept } = source;
  source.kept = 1 + deepestOfElement;
  source.shares = true;
  const element = readValue(source, 1);
  source.kept = kept;
  source.shares = false;
  source.room = room;
  onElement(element, source.text, start, source.at);
}

/** Reads a value of which nothing is kept, whatever is kept beside it. */
function skipValue(source: Source, depth: number): void {
  const { kept } = source;
  source.kept = -1;
  readValue(source, depth);
  source.kept = kept;
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

function readName(source: Source): string {
  const { at: start } = source;
  const hasEscapes = skipOverString(source);
  return stringBetween(source, start, hasEscapes);
}

/** V8 copies what is shorter; of anything longer it makes a part of the text, which it keeps whole for that. */
const shortestPart = 13;

function stringBetween({ text, at: end, shares }: Source, start: number, hasEscapes: boolean): string {
  if (!hasEscapes && (shares || end - start < shortestPart)) return text.slice(start + 1, end - 1);
  const decoded: string = JSON.parse(text.slice(start, end));
  return decoded;
}

function skipString(source: Source): string {
  skipOverString(source);
  return '';
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

function readWord<Value>(source: Source, word: string, value: Value): Value {
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

function refuseMany({ at, caps }: Source, what: string, parts: string): never {
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
