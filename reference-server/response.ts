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
  /** The header lines in the order in which they are sent. A name may be repeated. */
  readonly headers: readonly HeaderLine[];
  readonly body: Uint8Array;
}

/** Returns the values of every header line with this name, which is compared case-insensitively. */
export function valuesOf(lines: readonly HeaderLine[], name: string): readonly string[] {
  const wanted = name.toLowerCase();
  return lines.flatMap(([found, value]) => (found.toLowerCase() === wanted ? [value] : []));
}
