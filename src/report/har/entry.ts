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
