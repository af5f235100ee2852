import {
  backslash,
  closeBrace,
  closeBracket,
  colon,
  comma,
  isBlank,
  openBrace,
  openBracket,
  quote,
} from './parse.ts';

/** What each part of a text weighs; a container weighs as much as the room that it takes. */
export const costs = { value: 1, member: 1, container: 4 } as const;

/** How much room a JSON text takes when it is read. */
export interface JsonWeight {
  /** What all its values cost by `costs`. */
  readonly values: number;
  /** Arrays and objects inside each other. */
  readonly depth: number;
}

/**
 * Weighs a JSON text before anything is made of it: 16 MB can hold eight million arrays, which take a gigabyte. In a text
 * that is not JSON it weighs what looks like values.
 */
export function weighJson(bytes: Uint8Array): JsonWeight {
  let values: number = costs.value;
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < bytes.length; at++) {
    const code = bytes[at];
    if (code === quote) at = endOfString(bytes, at) - 1;
    else if (code === comma) values += costs.value;
    else if (code === colon) values += costs.member;
    else if (code === openBracket || code === openBrace) {
      values += costs.container + costs.value;
      deepest = Math.max(deepest, ++depth);
    } else if (code === closeBracket || code === closeBrace) depth--;
  }
  return { values, depth: deepest };
}

/** The place of a value directly inside an array or object, and its name in an object. */
export interface JsonPart {
  readonly name?: string | undefined;
  readonly from: number;
  readonly to: number;
}

/**
 * Finds the values directly inside the array or object that begins at `start`; returns undefined if it is neither, not closed,
 * or separated wrongly. It does not look into the values, and stops at one more than `most`.
 */
export function partsOf(bytes: Uint8Array, start: number, most: number): JsonPart[] | undefined {
  const open = bytes[start];
  if (open !== openBrace && open !== openBracket) return undefined;
  const close = open === openBrace ? closeBrace : closeBracket;
  const parts: JsonPart[] = [];
  let at = skipBlanks(bytes, start + 1);
  if (bytes[at] === close) return parts;
  for (;;) {
    let name: string | undefined;
    if (open === openBrace) {
      if (bytes[at] !== quote) return undefined;
      const end = endOfString(bytes, at);
      name = nameIn(bytes.subarray(at, end));
      at = skipBlanks(bytes, end);
      if (name === undefined || bytes[at] !== colon) return undefined;
      at = skipBlanks(bytes, at + 1);
    }
    const to = endOfValue(bytes, at);
    if (to === at || to > bytes.length) return undefined;
    parts.push({ name, from: at, to });
    at = skipBlanks(bytes, to);
    if (bytes[at] === close || parts.length > most) return parts;
    if (bytes[at] !== comma) return undefined;
    at = skipBlanks(bytes, at + 1);
  }
}

/** Returns the first byte from `at` on that is not white space. */
export function skipBlanks(bytes: Uint8Array, at: number): number {
  let end = at;
  while (isBlank(bytes[end])) end++;
  return end;
}

/** Returns the end of the value that begins at `start`, or an index beyond the text if it does not end. */
function endOfValue(bytes: Uint8Array, start: number): number {
  if (bytes[start] === quote) return endOfString(bytes, start);
  let depth = 0;
  let at = start;
  for (; at < bytes.length; at++) {
    const code = bytes[at];
    if (code === quote) at = endOfString(bytes, at) - 1;
    else if (code === openBracket || code === openBrace) depth++;
    else if (code === closeBracket || code === closeBrace) {
      if (depth === 0) return at;
      if (--depth === 0) return at + 1;
    } else if (depth === 0 && (code === comma || isBlank(code))) return at;
  }
  return depth === 0 ? at : at + 1;
}

/** Returns the index after the closing quote of the string at `start`, or one beyond the text if there is none. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; at < bytes.length; at++) {
    const code = bytes[at];
    if (code === backslash) at++;
    else if (code === quote) return at + 1;
  }
  return bytes.length + 1;
}

function nameIn(text: Uint8Array): string | undefined {
  try {
    const name: unknown = JSON.parse(new TextDecoder().decode(text));
    return typeof name === 'string' ? name : undefined;
  } catch {
    return undefined;
  }
}
