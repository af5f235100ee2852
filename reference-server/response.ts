import type { Json } from './json.ts';

/** One header line as written: name and value. */
export type HeaderLine = readonly [name: string, value: string];

/** What an operation returns, before it becomes HTTP. No `json` means an empty body. */
export interface Reply {
  readonly status: number;
  readonly headers: readonly HeaderLine[];
  readonly json?: Json;
}

/** A whole response. Content-Length is added on delivery unless a header defines the framing. */
export interface HttpResponse {
  readonly status: number;
  /** In the order in which they are sent; a name may be repeated. */
  readonly headers: readonly HeaderLine[];
  readonly body: Uint8Array;
  readonly delivery?: Delivery;
}

/** How the bytes of a response reach the client; by default at once, on a connection that stays open. */
export interface Delivery {
  /** Real milliseconds before the first byte. */
  readonly delayMs?: number;
  /** Sends the body chunked, in pieces of `bytes` bytes with `pauseMs` real milliseconds between them. */
  readonly chunked?: { readonly bytes: number; readonly pauseMs: number };
  /** Closes the connection: before anything is sent, or after this number of bytes of the body. */
  readonly cut?: 'before-response' | number;
  /** Sends an interim response first: 102 Processing or 103 Early Hints. */
  readonly interim?: 102 | 103;
  /** Writes status line and header lines directly to the socket, unchecked, and ends the connection. */
  readonly verbatim?: 'HTTP/1.0' | 'HTTP/1.1';
}

/** Returns the values of every header line with this name, in any case. */
export function valuesOf(lines: readonly HeaderLine[], name: string): readonly string[] {
  const wanted = name.toLowerCase();
  return lines.flatMap(([found, value]) => (found.toLowerCase() === wanted ? [value] : []));
}

/** Returns the response without the lines of this name. */
export function withoutHeader(response: HttpResponse, name: string): HttpResponse {
  const unwanted = name.toLowerCase();
  return { ...response, headers: response.headers.filter(([found]) => found.toLowerCase() !== unwanted) };
}

/** Returns the response with one line added at the end. */
export function withHeader(response: HttpResponse, name: string, value: string): HttpResponse {
  return { ...response, headers: [...response.headers, [name, value]] };
}

/** Rewrites the value of each line of this name. */
export function mapHeader(
  response: HttpResponse,
  name: string,
  rewrite: (value: string) => string,
): HttpResponse {
  const wanted = name.toLowerCase();
  return {
    ...response,
    headers: response.headers.map((line) =>
      line[0].toLowerCase() === wanted ? [line[0], rewrite(line[1])] : line,
    ),
  };
}
