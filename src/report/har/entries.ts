import { noJsonWords, UnreadableFile } from '../../files/unreadable.ts';
import { readJsonText } from '../../json/read.ts';
import { type JsonPart, partsOf, skipBlanks, weighJson } from '../../json/weigh.ts';

/** The judged parts of a HAR 1.2 entry. */
export interface HarEntry {
  readonly startedDateTime: string;
  /** Milliseconds from the start of the request to the end of the response. */
  readonly time: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly HarHeader[];
    readonly postData?: { readonly mimeType?: string; readonly text?: string };
    /** Bytes sent, -1 if unknown. */
    readonly bodySize?: number;
  };
  readonly response: {
    readonly status: number;
    readonly statusText?: string | null;
    readonly redirectURL?: unknown;
    readonly headers: readonly HarHeader[];
    readonly content: {
      readonly size?: number;
      readonly text?: string;
      readonly encoding?: string;
      readonly comment?: string;
    };
  };
  readonly connection?: string;
  readonly timings?: { readonly receive?: number };
  /** The cache that responded instead of the server (Chrome). */
  readonly _fromCache?: string;
  readonly comment?: string;
}

interface HarHeader {
  readonly name: string;
  readonly value: string;
}

/** Returns the value of the first header with this name, which must be lower case. */
export function headerIn(headers: readonly HarHeader[], wanted: string): string | undefined {
  return headers.find(({ name }) => name.toLowerCase() === wanted)?.value;
}

/** The largest entry that is read, in bytes, and the most that its values may cost. */
const maxEntryLength = 16 * 1024 * 1024;
const heaviestEntry = 1_000_000;
const maxEntries = 200_000;

export type HarEntries = ReturnType<typeof entriesIn>;

/** Finds the entries of a recording and reads each on demand, never all at once. Throws `UnreadableFile`. */
export function entriesIn(bytes: Uint8Array) {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const list = ['log', 'entries'].reduce<JsonPart | undefined>(
    (part, name) => part && partsOf(bytes, part.from, maxEntries)?.findLast((one) => one.name === name),
    { from: skipBlanks(bytes, start), to: bytes.length },
  );
  const parts = list && partsOf(bytes, list.from, maxEntries);
  if (list === undefined || parts === undefined || bytes[list.from] !== 0x5b) throw noEntries(bytes);
  if (parts.length > maxEntries)
    throw new UnreadableFile(
      `it has more than ${maxEntries} entries, which is the limit. Split the recording`,
    );
  const around = [bytes.subarray(start, list.from), Buffer.from('[]'), bytes.subarray(list.to)];
  if (isUnreadable(Buffer.concat(around))) throw noEntries(bytes);
  const partOf = (index: number): Uint8Array => {
    const { from, to } = parts[index] ?? { from: 0, to: 0 };
    return bytes.subarray(from, to);
  };
  return {
    count: parts.length,
    /** Returns the cost of the values of an entry. */
    weight: (index: number) => weighJson(partOf(index)).values,
    /** Reads an entry. Throws `UnreadableFile`. */
    entry(index: number): HarEntry {
      const text = partOf(index);
      const place = `/log/entries/${index}`;
      if (isTooLarge(text))
        throw new UnreadableFile(
          `${place} is too large: the limit is ${maxEntryLength / 1024 / 1024} MB and some hundred thousand values for one ` +
            'entry. Remove it',
        );
      const value = parsed(text);
      if (value === undefined) throw notJson(bytes);
      const wrong = isRecord(value)
        ? Object.keys(fields).find((path) => !fields[path]?.(valueAt(value, path)))
        : 'the entry';
      if (wrong !== undefined) throw new UnreadableFile(`${place}: ${wrong} does not match HAR 1.2`);
      return value as unknown as HarEntry;
    },
  };
}

function parsed(text: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(text));
  } catch {
    return undefined;
  }
}

function isTooLarge(text: Uint8Array): boolean {
  return text.length > maxEntryLength || weighJson(text).values > heaviestEntry;
}

function isUnreadable(text: Uint8Array): boolean {
  return isTooLarge(text) || parsed(text) === undefined;
}

function noEntries(bytes: Uint8Array): UnreadableFile {
  return isUnreadable(bytes)
    ? notJson(bytes)
    : new UnreadableFile('it has no list at /log/entries, so it is not an HTTP Archive');
}

/** Describes a syntax error; the strict reader finds its place, unless the file is large. */
function notJson(bytes: Uint8Array): UnreadableFile {
  const document =
    bytes.length > maxEntryLength
      ? undefined
      : readJsonText(new TextDecoder().decode(bytes), { elements: 100_000 });
  // Exceeding a bound of the strict reader is not a syntax error.
  return document === undefined ||
    document.ok ||
    ['too-deep', 'too-many-elements', 'too-long'].includes(document.kind)
    ? new UnreadableFile('it is not JSON, or has too many values outside its entries')
    : new UnreadableFile(noJsonWords(document));
}

type Test = (value: unknown) => boolean;
const maybe =
  (type: 'string' | 'number'): Test =>
  (value) =>
    value === undefined || typeof value === type;
/** A date that a report can write even after the longest accepted duration. */
const isMoment: Test = (value) => {
  const moment = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return moment >= 0 && moment < Date.UTC(9000);
};
/** Milliseconds. Recorders write undefined, null or -1 if unknown. */
const isDuration: Test = (value) =>
  value === undefined || value === null || (typeof value === 'number' && Math.abs(value) <= 1e11);
const areHeaders: Test = (value) =>
  Array.isArray(value) &&
  value.every((one) => isRecord(one) && typeof one['name'] === 'string' && typeof one['value'] === 'string');

/** The types of the judged fields, in the order of their checks. */
const fields: Readonly<Record<string, Test>> = {
  startedDateTime: isMoment,
  time: isDuration,
  'timings/receive': isDuration,
  comment: maybe('string'),
  'request/method': (value) => typeof value === 'string',
  'request/url': (value) => typeof value === 'string' && URL.canParse(value),
  'request/headers': areHeaders,
  'request/bodySize': maybe('number'),
  'request/postData': (value) => value === undefined || value === null || isRecord(value),
  'request/postData/text': maybe('string'),
  'request/postData/mimeType': maybe('string'),
  // Recorders write 0 or -1 if there was no response.
  'response/status': (value) => Number.isInteger(value) && Number(value) >= -1 && Number(value) <= 999,
  'response/statusText': (value) => value === null || maybe('string')(value),
  'response/headers': areHeaders,
  'response/content': isRecord,
  'response/content/size': maybe('number'),
  'response/content/text': maybe('string'),
  'response/content/encoding': maybe('string'),
  'response/content/comment': maybe('string'),
};

function valueAt(value: unknown, path: string): unknown {
  return path.split('/').reduce<unknown>((at, name) => (isRecord(at) ? at[name] : undefined), value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
