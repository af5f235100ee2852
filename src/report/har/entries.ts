import { parseJson, UnreadableFile } from '../../files/unreadable.ts';

/** The comment on a body in the kit's own recordings that is incomplete. */
export const partialBody = 'only part of the body';

/** The judged parts of a HAR 1.2 entry. */
export interface HarEntry {
  readonly startedDateTime: string;
  /** Milliseconds from the start of the request to the end of the response, if known. */
  readonly time?: number | null;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly HarHeader[];
    readonly postData?: { readonly mimeType?: string; readonly text?: string } | null;
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
  readonly connection?: unknown;
  readonly timings?: { readonly receive?: number | null };
  /** The cache that responded instead of the server (Chrome). */
  readonly _fromCache?: unknown;
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

/** Returns the entries of a recording. Throws `UnreadableFile`. */
export function entriesIn(bytes: Uint8Array): readonly HarEntry[] {
  const entries = valueAt(parseJson(new TextDecoder().decode(bytes)), 'log/entries');
  if (!Array.isArray(entries))
    throw new UnreadableFile('it has no list at /log/entries, so it is not an HTTP Archive');
  for (const [index, entry] of entries.entries()) {
    const wrong = isRecord(entry)
      ? Object.keys(fields).find((path) => !fields[path]?.(valueAt(entry, path)))
      : 'the entry';
    if (wrong !== undefined)
      throw new UnreadableFile(`/log/entries/${index}: ${wrong} does not match HAR 1.2`);
  }
  return entries;
}

type Test = (value: unknown) => boolean;
const isString: Test = (value) => typeof value === 'string';
const maybeString: Test = (value) => value === undefined || isString(value);
const maybeNumber: Test = (value) => value === undefined || typeof value === 'number';
/** A date that a report can write even after the longest accepted duration. */
const isMoment: Test = (value) => {
  const moment = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return moment >= 0 && moment < Date.UTC(9000);
};
/** Milliseconds. If unknown, recorders leave it out, or write null or -1. */
const isDuration: Test = (value) =>
  value === undefined || value === null || (typeof value === 'number' && Math.abs(value) <= 1e11);
const areHeaders: Test = (value) =>
  Array.isArray(value) &&
  value.every((one) => isRecord(one) && isString(one['name']) && isString(one['value']));

/** The types of the judged fields, in the order of their checks. */
const fields: Readonly<Record<string, Test>> = {
  startedDateTime: isMoment,
  time: isDuration,
  'timings/receive': isDuration,
  comment: maybeString,
  'request/method': isString,
  'request/url': (value) => typeof value === 'string' && URL.canParse(value),
  'request/headers': areHeaders,
  'request/bodySize': maybeNumber,
  'request/postData': (value) => value === undefined || value === null || isRecord(value),
  'request/postData/text': maybeString,
  'request/postData/mimeType': maybeString,
  // Recorders write 0 or -1 if there was no response.
  'response/status': (value) => Number.isInteger(value) && Number(value) >= -1 && Number(value) <= 999,
  'response/statusText': (value) => value === null || maybeString(value),
  'response/headers': areHeaders,
  'response/content': isRecord,
  'response/content/size': maybeNumber,
  'response/content/text': maybeString,
  'response/content/encoding': maybeString,
  'response/content/comment': maybeString,
};

function valueAt(value: unknown, path: string): unknown {
  return path.split('/').reduce<unknown>((at, name) => (isRecord(at) ? at[name] : undefined), value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
