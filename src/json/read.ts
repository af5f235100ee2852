import { maxDuplicates, parseText } from './parse.ts';
import { type DuplicateName, type JsonProblem, type Outline, Refusal } from './source.ts';
import type { JsonValue } from './value.ts';

export type { JsonProblem, Outline } from './source.ts';
export { isObject, type JsonObject, type JsonValue } from './value.ts';

/** Limits for parsing, so that a server cannot exhaust stack, memory or time. */
export interface JsonCaps {
  /** Nesting depth, at most 1,000. */
  readonly depth: number;
  /** Elements of one array, members of one object. It also bounds the memory of all values together. */
  readonly elements: number;
}

const defaultCaps: JsonCaps = { depth: 512, elements: 1_000_000 };
/** The parser is recursive, and about 3,000 levels fill Node's default stack. */
const deepestDepth = 1_000;
/** In bytes of a body, or characters of a string. */
const longest = 64 * 1024 * 1024;

/** A valid JSON document. */
interface JsonText {
  readonly ok: true;
  readonly value: JsonValue;
  readonly duplicates: readonly DuplicateName[];
  /** Whether there was a byte order mark, which is tolerated (RFC 8259, section 8.1). */
  readonly byteOrderMark: boolean;
  /** A sentence about what is omitted here, if anything. */
  readonly cut?: string;
}

/** A document that is not valid JSON, or exceeds a limit. */
interface NoJson {
  readonly ok: false;
  readonly kind: JsonProblem;
  /** A sentence without a period. It quotes at most one escaped character. */
  readonly problem: string;
  /** The position of the problem in UTF-16 units after the byte order mark, from 0. */
  readonly offset: number;
  /** The same position in lines and columns, from 1. */
  readonly line: number;
  readonly column: number;
  readonly byteOrderMark: boolean;
}

export type JsonDocument = JsonText | NoJson;

/** Parses a body as JSON, strictly and with all digits; never throws. */
export function readJson(bytes: Uint8Array, caps?: Partial<JsonCaps>, outline?: Outline): JsonDocument {
  if (bytes.length > longest) return tooLong(`The body has ${bytes.length} bytes`);
  let text: string;
  try {
    text = strictDecoder.decode(bytes);
  } catch {
    return notUtf8(bytes);
  }
  return readJsonText(text, caps, outline);
}

/** Shared, because creating one takes as long as parsing a short body. */
const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Parses a string as JSON, as `readJson` does. With an outline, builds only the parts that it keeps. */
export function readJsonText(
  text: string,
  { depth = defaultCaps.depth, elements = defaultCaps.elements }: Partial<JsonCaps> = {},
  outline?: Outline,
): JsonDocument {
  if (text.length > longest) return tooLong(`The text has ${text.length} characters`);
  const byteOrderMark = text.startsWith('\ufeff');
  const read = byteOrderMark ? text.slice(1) : text;
  try {
    const deepest = Math.min(depth, deepestDepth);
    const { value, duplicates, hasMoreDuplicates } = parseText(read, deepest, elements, outline);
    const document = { ok: true, value, duplicates, byteOrderMark } as const;
    if (!hasMoreDuplicates) return document;
    return { ...document, cut: `More than ${maxDuplicates} repeated names` };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { kind, problem, offset } = error;
    return { ok: false, kind, problem, ...positionOf(read, offset), byteOrderMark };
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

function tooLong(has: string): NoJson {
  const problem = `${has}, more than the limit of ${longest}`;
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
