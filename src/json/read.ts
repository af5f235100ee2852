import { parseText } from './parse.ts';
import {
  type DuplicateName,
  deepestDepth,
  defaultCaps,
  type JsonCaps,
  type JsonProblem,
  leastMemory,
  memoryOfOutline,
  memoryPerElement,
  type Outline,
  Refusal,
  type Source,
} from './source.ts';
import type { JsonValue } from './value.ts';

export type { JsonCaps, JsonProblem, Outline } from './source.ts';
export { isObject, type JsonObject, type JsonValue } from './value.ts';

/** A text that is JSON. */
interface JsonText {
  readonly ok: true;
  readonly value: JsonValue;
  readonly duplicates: readonly DuplicateName[];
  /** A byte order mark stood before the text: tolerated (RFC 8259 8.1). */
  readonly byteOrderMark: boolean;
  /** A sentence about what a cap left out of this record, where one did. */
  readonly cut?: string;
}

/** A text that is no JSON, or more than is read; `kind` tells which. */
interface NoJson {
  readonly ok: false;
  readonly kind: JsonProblem;
  /** A sentence without full stop; of the text it shows one escaped character at most. */
  readonly problem: string;
  /** Where the trouble is, in characters (UTF-16 units) after the byte order mark, from 0. */
  readonly offset: number;
  /** The same place as people count, from 1; lines end with a line feed. */
  readonly line: number;
  readonly column: number;
  readonly byteOrderMark: boolean;
}

export type JsonDocument = JsonText | NoJson;

/** Reads a body as JSON, strictly and without losing a digit; never throws. */
export function readJson(
  bytes: Uint8Array,
  options: Partial<JsonCaps> = {},
  outline?: Outline,
): JsonDocument {
  const cap = options.length ?? defaultCaps.length;
  if (bytes.length > cap)
    return tooLong(`The body has ${bytes.length} bytes, more than the ${cap} that are read`);
  const text = decode(bytes);
  return text === undefined ? notUtf8(bytes) : readJsonText(text, options, outline);
}

/** Reads a text as JSON, as `readJson` does; in outline, where one is given. */
export function readJsonText(text: string, options: Partial<JsonCaps> = {}, outline?: Outline): JsonDocument {
  const caps = capsOf(options);
  if (text.length > caps.length) {
    return tooLong(`The text has ${text.length} characters, more than the ${caps.length} that are read`);
  }
  const byteOrderMark = text.startsWith('\ufeff');
  const source: Source = {
    text: byteOrderMark ? text.slice(1) : text,
    caps,
    at: 0,
    path: [],
    room: outline === undefined ? leastMemory + caps.elements * memoryPerElement : memoryOfOutline,
    depthKept: outline?.depth ?? caps.depth,
    partsKept: outline?.parts ?? Number.POSITIVE_INFINITY,
    shares: text.length <= longestShared,
    outline,
    duplicates: [],
    moreDuplicates: false,
  };
  try {
    const value = parseText(source);
    const { duplicates } = source;
    const document = { ok: true, value, duplicates, byteOrderMark } as const;
    if (!source.moreDuplicates) return document;
    return { ...document, cut: `More names stand twice than the ${caps.duplicates} that are recorded` };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { kind, problem, offset } = error;
    return { ok: false, kind, problem, ...positionOf(source.text, offset), byteOrderMark };
  }
}

/** No string may be a part of a longer text than this: it would hold on to the whole of it. */
const longestShared = 65_536;

/** Named one by one: spreading objects into one takes twice as long as reading a short body. */
function capsOf(options: Partial<JsonCaps>): JsonCaps {
  const { depth, digits, elements, duplicates, length } = defaultCaps;
  return {
    depth: Math.min(options.depth ?? depth, deepestDepth),
    digits: options.digits ?? digits,
    elements: options.elements ?? elements,
    duplicates: options.duplicates ?? duplicates,
    length: options.length ?? length,
  };
}

/** Made once: making one takes as long as reading a short body. */
const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(bytes: Uint8Array): string | undefined {
  try {
    return strictDecoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Finds the first byte that is not UTF-8: where the decoder put U+FFFD for something that is not U+FFFD. */
function notUtf8(bytes: Uint8Array): NoJson {
  const decoded = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const byteOrderMark = decoded.startsWith('\ufeff');
  const text = byteOrderMark ? decoded.slice(1) : decoded;
  let byte = byteOrderMark ? 3 : 0;
  let offset = 0;
  while (offset < text.length) {
    const code = text.charCodeAt(offset);
    if (code === 0xfffd && !(bytes[byte] === 0xef && bytes[byte + 1] === 0xbf && bytes[byte + 2] === 0xbd))
      break;
    byte += bytesOf(code);
    offset++;
  }
  const value = (bytes[byte] ?? 0).toString(16).toUpperCase().padStart(2, '0');
  const problem = `Byte ${byte} (0x${value}) is not UTF-8`;
  return { ok: false, kind: 'not-utf-8', problem, ...positionOf(text, offset), byteOrderMark };
}

/** How many bytes of UTF-8 a UTF-16 unit stands for; the halves of a surrogate pair have two of the four each. */
function bytesOf(code: number): number {
  if (code < 0x80) return 1;
  if (code < 0x800 || (code >= 0xd800 && code <= 0xdfff)) return 2;
  return 3;
}

function tooLong(problem: string): NoJson {
  return { ok: false, kind: 'too-long', problem, offset: 0, line: 1, column: 1, byteOrderMark: false };
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
