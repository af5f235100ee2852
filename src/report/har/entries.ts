import { type JsonProblem, readJsonText } from '../../json/read.ts';
import { type JsonPart, partsOf, skipBlanks, weighJson } from '../../json/weigh.ts';

/** A file that holds no traffic that can be judged: what was seen, where, and what to do. */
export class UnreadableHar extends Error {
  override readonly name = 'UnreadableHar';
}

/** The largest entry that is read, in bytes, and what its values may cost: each is read by itself. */
const mostOfEntry = 16 * 1024 * 1024;
const heaviestEntry = 1_000_000;
const mostEntries = 200_000;

/** The entries of a recording, each of which is read when it is asked for. */
export interface HarEntries {
  readonly count: number;
  /** Throws `UnreadableHar`. */
  readonly entry: (index: number) => HarEntry;
  /** What the values of an entry cost. */
  readonly weight: (index: number) => number;
}

/** Finds the entries in HAR 1.2 text, which is never read as a whole. Throws `UnreadableHar`. */
export function entriesIn(bytes: Uint8Array): HarEntries {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const list = ['log', 'entries'].reduce<JsonPart | undefined>(
    (part, name) => part && partsOf(bytes, part.from, mostEntries)?.findLast((one) => one.name === name),
    { from: skipBlanks(bytes, start), to: bytes.length },
  );
  const parts = list && partsOf(bytes, list.from, mostEntries);
  if (list === undefined || parts === undefined || bytes[list.from] !== 0x5b) throw noEntries(bytes);
  if (parts.length > mostEntries)
    throw new UnreadableHar(
      `it has more than ${mostEntries} entries, which is as many as are read. Split the recording`,
    );
  const around = [bytes.subarray(start, list.from), Buffer.from('[]'), bytes.subarray(list.to)];
  if (isNoJson(Buffer.concat(around))) throw noEntries(bytes);
  const partOf = (index: number): Uint8Array => {
    const { from, to } = parts[index] ?? { from: 0, to: 0 };
    return bytes.subarray(from, to);
  };
  return {
    count: parts.length,
    weight: (index) => weighJson(partOf(index)).values,
    entry(index) {
      const text = partOf(index);
      const place = `/log/entries/${index}`;
      if (text.length > mostOfEntry || weighJson(text).values > heaviestEntry)
        throw new UnreadableHar(
          `${place} is too large: at most ${mostOfEntry / 1024 / 1024} MB and some hundred thousand values are read of one ` +
            'entry. Leave it out',
        );
      const value = parsed(text);
      if (value === undefined) throw noJson(bytes);
      const wrong = wrongFieldOf(value);
      if (wrong !== undefined) throw new UnreadableHar(`${place}: ${wrong} is not as HAR 1.2 asks for`);
      return value as HarEntry;
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

function isNoJson(text: Uint8Array): boolean {
  return text.length > mostOfEntry || weighJson(text).values > heaviestEntry || parsed(text) === undefined;
}

function noEntries(bytes: Uint8Array): UnreadableHar {
  return isNoJson(bytes)
    ? noJson(bytes)
    : new UnreadableHar('it has no list at /log/entries, so it is no HTTP Archive');
}

/** What makes a text too large for the strict reader, and no mistake of JSON. */
const bounds: ReadonlySet<JsonProblem> = new Set(['too-deep', 'too-many-elements', 'too-long']);

/** Where the mistake is, says the reader that is strict; of a large text, nobody would look there. */
function noJson(bytes: Uint8Array): UnreadableHar {
  const document =
    bytes.length > mostOfEntry
      ? undefined
      : readJsonText(new TextDecoder().decode(bytes), { elements: 100_000 });
  if (document === undefined || document.ok || bounds.has(document.kind))
    return new UnreadableHar('it is no JSON, or holds more values than are read outside its entries');
  return new UnreadableHar(
    `it is no JSON (line ${document.line}, column ${document.column}: ${document.problem})`,
  );
}

/** As much of a HAR entry as is judged (HAR 1.2). */
export interface HarEntry {
  readonly startedDateTime: string;
  /** Milliseconds from the start of the request to the end of the answer. */
  readonly time: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly HarHeader[];
    readonly postData?: { readonly mimeType?: string; readonly text?: string };
    /** Bytes that were sent, -1 where that is not known. */
    readonly bodySize?: number;
  };
  readonly response: {
    readonly status: number;
    readonly statusText?: string | null;
    /** Where a redirect leads. */
    readonly redirectURL?: unknown;
    readonly headers: readonly HarHeader[];
    readonly content: {
      readonly size?: number;
      readonly text?: string;
      readonly encoding?: string;
      readonly comment?: string;
    };
  };
  /** What tells one connection from another. */
  readonly connection?: string;
  readonly timings?: { readonly receive?: number };
  /** Where a browser took it from, if not from the service (Chrome). */
  readonly _fromCache?: string;
  readonly comment?: string;
}

export interface HarHeader {
  readonly name: string;
  readonly value: string;
}

/** What a value has that is not as HAR 1.2 asks for, of what is judged of an entry: its name. */
export function wrongFieldOf(value: unknown): string | undefined {
  if (!isRecord(value)) return 'the entry';
  const request = recordIn(value, 'request');
  const response = recordIn(value, 'response');
  const content = recordIn(response, 'content');
  const { postData, bodySize, url } = request;
  const posted = isRecord(postData) ? postData : {};
  const { status } = response;
  const isRight: Readonly<Record<string, boolean>> = {
    startedDateTime: isMoment(value['startedDateTime']),
    time: isDuration(value['time']),
    'timings/receive': isDuration(recordIn(value, 'timings')['receive']),
    comment: isMaybe('string', value['comment']),
    'request/method': typeof request['method'] === 'string',
    'request/url': typeof url === 'string' && URL.canParse(url),
    'request/headers': areHeaders(request['headers']),
    'request/bodySize': isMaybe('number', bodySize),
    'request/postData': postData === undefined || postData === null || isRecord(postData),
    'request/postData/text': isMaybe('string', posted['text']),
    'request/postData/mimeType': isMaybe('string', posted['mimeType']),
    // Recorders write 0 or -1 where no answer came.
    'response/status': Number.isInteger(status) && Number(status) >= -1 && Number(status) <= 999,
    'response/statusText': response['statusText'] === null || isMaybe('string', response['statusText']),
    'response/headers': areHeaders(response['headers']),
    'response/content': isRecord(response['content']),
    'response/content/size': isMaybe('number', content['size']),
    'response/content/text': isMaybe('string', content['text']),
    'response/content/encoding': isMaybe('string', content['encoding']),
    'response/content/comment': isMaybe('string', content['comment']),
  };
  return Object.keys(isRight).find((field) => isRight[field] === false);
}

/** Dates that a report can write, after any duration that is read. */
const longest = 1e11;

function isMoment(value: unknown): boolean {
  const moment = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return moment >= 0 && moment < Date.UTC(9000);
}

/** A number of milliseconds; what recorders write where they know none is left alone. */
function isDuration(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'number' && Math.abs(value) <= longest);
}

function isMaybe(type: 'string' | 'number', value: unknown): boolean {
  return value === undefined || typeof value === type;
}

function recordIn(value: Record<string, unknown>, name: string): Record<string, unknown> {
  const one = value[name];
  return isRecord(one) ? one : {};
}

function areHeaders(value: unknown): value is HarHeader[] {
  return (
    Array.isArray(value) &&
    value.every((one) => isRecord(one) && typeof one['name'] === 'string' && typeof one['value'] === 'string')
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
