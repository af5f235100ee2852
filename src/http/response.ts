import type { HeaderLine, HttpResponse } from '../model/exchange.ts';
import type { AnswerCaps } from '../model/settings.ts';
import { cutAfter, type Decoded, decodeBody, readBody } from './body.ts';
import { createBodyKeeper, smallBody } from './kept-bodies.ts';

/** An answer whose head has been read, raw. */
export interface Head {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly HeaderLine[];
}

/** Reads bodies within the caps and undoes their codings; rejects with what the stream threw. */
export function createResponseReader(
  caps: AnswerCaps,
): (head: Head, stream: AsyncIterable<Uint8Array>) => Promise<HttpResponse> {
  const cap = caps.bodyMb * 1024 * 1024;
  const keep = createBodyKeeper();
  return async (head, stream) => {
    const { bytes, problem, byCap } = await bodyOf(head, stream, cap);
    const cut = byCap === undefined ? {} : { cutByCap: byCap };
    // Plain fields for nearly all: an object with getters of its own is some hundred bytes larger.
    if (bytes.length <= smallBody) return { ...head, caps, body: bytes, bodyProblem: problem, ...cut };
    const size = bytes.length;
    const kept = keep(bytes);
    return {
      ...head,
      caps,
      get body() {
        return kept.bytes() ?? new Uint8Array();
      },
      // Answers are judged as they come; what has made room by then is missing from the record, and decides nothing.
      get bodyProblem() {
        return kept.bytes() === undefined ? `a body of ${size} bytes, which was not kept` : problem;
      },
      get cutByCap() {
        return kept.bytes() === undefined ? true : byCap;
      },
    };
  };
}

async function bodyOf({ headers }: Head, stream: AsyncIterable<Uint8Array>, cap: number): Promise<Decoded> {
  const { bytes, cut } = await readBody(stream, cap);
  if (cut) return { bytes, problem: cutAfter(cap), byCap: true };
  const coding = headers
    .filter(([name]) => name.toLowerCase() === 'content-encoding')
    .map(([, value]) => value)
    .join(',');
  return decodeBody(bytes, coding, cap);
}

/** The lines of the newest head. Most of what a server writes there it writes in every answer. */
let newest: readonly HeaderLine[] = [];

/**
 * Header lines as undici gives them, names and values in turn. What stood at the same place of the head before is shared
 * with it: long runs hold on to very many answers.
 */
export function headerLines(flat: readonly string[]): HeaderLine[] {
  const lines: HeaderLine[] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) {
    const [name, value] = [String(flat[at]), String(flat[at + 1])];
    const before = newest[at / 2];
    lines.push(before !== undefined && before[0] === name && before[1] === value ? before : [name, value]);
  }
  newest = lines;
  return lines;
}
