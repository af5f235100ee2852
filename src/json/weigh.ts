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

/** The cost of each part of a JSON text, relative to its memory. */
export const costs = { value: 1, member: 1, container: 4 } as const;

/** The memory that a JSON text takes when parsed. */
export interface JsonWeight {
  /** The cost of all values, by `costs`. */
  readonly values: number;
  /** Nesting depth. */
  readonly depth: number;
}

/**
 * Estimates the memory of a JSON text before it is parsed, because 16 MB may contain eight million arrays, which take a
 * gigabyte. Input that is not JSON is estimated too.
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

/** The position of a direct child of an array or object, and its name in an object. */
export interface JsonPart {
  readonly name?: string | undefined;
  readonly from: number;
  readonly to: number;
}

/**
 * Finds the direct children of the array or object at `start`, up to one more than `most`. Returns undefined if it is
 * neither, not closed, or wrongly separated. It does not check the values.
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

/** Returns the position of the first byte from `at` on that is not whitespace. */
export function skipBlanks(bytes: Uint8Array, at: number): number {
  let end = at;
  while (isBlank(bytes[end])) end++;
  return end;
}

/** Returns the end of the value at `start`, or a position beyond the text if it does not end. */
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

/** Decodes a name, which starts with a quote; returns undefined if it is not JSON. */
function nameIn(text: Uint8Array): string | undefined {
  try {
    const name: string = JSON.parse(new TextDecoder().decode(text));
    return name;
  } catch {
    return undefined;
  }
}
