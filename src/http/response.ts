import type { HttpResponse } from '../model/exchange.ts';
import type { AnswerCaps } from '../model/settings.ts';
import { type CollectedBody, cutAfter, type Decoded, decodeBody } from './body.ts';
import { fieldLines } from './headers.ts';
import { createBodyKeeper, smallBody } from './kept-bodies.ts';
import type { Head, Received } from './round-trip.ts';
import { createBodySharer } from './shared-bodies.ts';

/** Makes a function that makes a response of what was received: the codings of its body undone, within the caps; `concurrency` requests are in flight at most. */
export function createResponseReader(
  caps: AnswerCaps,
  concurrency: number,
): (received: Received) => HttpResponse {
  const cap = caps.bodyMb * 1024 * 1024;
  const keep = createBodyKeeper(concurrency);
  const share = createBodySharer();
  return ({ head, body }) => {
    const { bytes: decoded, problem, byCap } = decodedBody(head, body, cap);
    const bytes = share(decoded);
    const { status, reason, headers } = head;
    // Plain fields for nearly all: an object with getters of its own is some hundred bytes larger.
    if (bytes.length <= smallBody)
      return { status, reason, headers, caps, body: bytes, bodyProblem: problem, cutByCap: byCap };
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

function decodedBody({ headers }: Head, { bytes, cut }: CollectedBody, cap: number): Decoded {
  if (cut) return { bytes, problem: cutAfter(cap), byCap: true };
  return decodeBody(bytes, fieldLines(headers, 'content-encoding').join(','), cap);
}
