/** What the values of a text weigh; a container weighs as much as the room that it takes. */
export const costs = { value: 1, member: 1, container: 4 } as const;

/** What a JSON text takes when it is read. */
export interface JsonWeight {
  /** What its values cost, as `costs` has it, whatever they are. */
  readonly values: number;
  /** Arrays and objects inside each other. */
  readonly depth: number;
}

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * Weighs a JSON text before anything is made of it: 16 MB can hold eight million arrays, which take a gigabyte. Of what is
 * not JSON it weighs what looks like values.
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

/** Where a value directly inside an array or object stands in the text, and its name in an object. */
export interface JsonPart {
  readonly name?: string;
  readonly from: number;
  readonly to: number;
}

/**
 * The values directly inside the array or object that begins at `start`; undefined where it is neither, or not closed, or
 * parted wrongly. What the values themselves hold is not looked at. Of more than `most` it gives one more, and no other.
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
    parts.push({ ...(name === undefined ? {} : { name }), from: at, to });
    at = skipBlanks(bytes, to);
    if (bytes[at] === close || parts.length > most) return parts;
    if (bytes[at] !== comma) return undefined;
    at = skipBlanks(bytes, at + 1);
  }
}

/** The first byte at or behind `at` that is no white space. */
export function skipBlanks(bytes: Uint8Array, at: number): number {
  let end = at;
  while (isBlank(bytes[end])) end++;
  return end;
}

function isBlank(code: number | undefined): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** The end of the value that begins at `at`, or beyond that of the text where it does not end there. */
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

/** The place behind the quote that closes the string which begins at `start`; beyond the text where none does. */
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
