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
    readonly statusText?: string;
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

/** Whether a value has what is judged of an entry; what else it holds is left alone. */
export function isHarEntry(value: unknown): value is HarEntry {
  if (!isRecord(value) || !isRecord(value['request']) || !isRecord(value['response'])) return false;
  const { request, response, startedDateTime } = value;
  return (
    Number.isFinite(Date.parse(String(startedDateTime))) &&
    typeof request['method'] === 'string' &&
    typeof request['url'] === 'string' &&
    URL.canParse(request['url']) &&
    areHeaders(request['headers']) &&
    typeof response['status'] === 'number' &&
    areHeaders(response['headers']) &&
    isRecord(response['content'])
  );
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
