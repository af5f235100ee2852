/**
 * How a request states the length of its body, if not in the usual way. `none`: not at all, like `curl -X POST` without a body.
 * `short`: as more bytes than it sends before it ends its side of the connection. `chunked`: with the chunked transfer coding.
 */
export type Framing = 'none' | 'short' | 'chunked';

/** The kinds of invalid bodies whose fault is how the request states their length. */
const framings: Readonly<Record<string, Framing>> = { 'no-length': 'none', 'ends-early': 'short' };

/** Returns how a kind of invalid body is framed; undefined if it is framed in the usual way. */
export function framingOf(kind: string): Framing | undefined {
  return Object.hasOwn(framings, kind) ? framings[kind] : undefined;
}
