import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { AnswerCaps, HttpResponse } from '../exchange/exchange.ts';
import { fieldLines } from '../exchange/headers.ts';
import { type CollectedBody, cutAfter, type Decoded, decodeBody, longBody } from './body.ts';
import type { Head, Received } from './round-trip.ts';

/** Makes a function that makes a response of what was received: the codings of its body undone, within the caps; of `concurrency` requests in flight at most `longAtATime` have long bodies. */
export function createResponseReader(
  caps: AnswerCaps,
  concurrency: number,
  longAtATime: number,
): (received: Received) => HttpResponse {
  const cap = caps.bodyMb * 1024 * 1024;
  const keep = createBodyKeeper(concurrency, longAtATime);
  const share = createBodySharer();
  const releaseMemory = createMemoryReleaser();
  return ({ head, body }) => {
    const { bytes: decoded, problem, byCap } = decodedBody(head, body, cap);
    const bytes = share(decoded);
    const { status, reason, headers } = head;
    // Plain fields for nearly all: an object with getters of its own is some hundred bytes larger.
    if (bytes.length <= smallBody)
      return { status, reason, headers, caps, body: bytes, bodyProblem: problem, cutByCap: byCap };
    const size = bytes.length;
    releaseMemory(size);
    const kept = keep(bytes);
    return {
      ...head,
      caps,
      get body() {
        return kept.bytes ?? new Uint8Array();
      },
      // Answers are judged as they come; what has made room by then is missing from the record, and decides nothing.
      get bodyProblem() {
        return kept.bytes === undefined ? `a body of ${size} bytes, which was not kept` : problem;
      },
      get cutByCap() {
        return kept.bytes === undefined ? true : byCap;
      },
    };
  };
}

function decodedBody({ headers }: Head, { bytes, cut }: CollectedBody, cap: number): Decoded {
  if (cut) return { bytes, problem: cutAfter(cap), byCap: true };
  return decodeBody(bytes, fieldLines(headers, 'content-encoding').join(','), cap);
}

/** Bodies up to this size are kept for good, in bytes. */
const smallBody = 64 * 1024;
/** What is kept of longer ones, all together, in bytes. */
const roomForLong = 16 * 1024 * 1024;

/** A body as long as it is kept; its bytes go once it had to make room for newer ones. */
interface Held {
  bytes: Uint8Array | undefined;
  readonly size: number;
}

/**
 * Keeps long bodies for those that look at an answer later on: the newest, as many as there is room for. Long runs hold on
 * to many answers, and a target must not be able to fill the memory with them. All are kept that
 * may have arrived together, none of which has been judged yet: `longAtATime` of any length, and as many as requests are in
 * flight of those that do not wait for one another.
 */
function createBodyKeeper(concurrency: number, longAtATime: number) {
  const most = roomForLong + concurrency * longBody;
  const long: Held[] = [];
  let held = 0;
  return (bytes: Uint8Array): Readonly<Held> => {
    const entry: Held = { bytes, size: bytes.length };
    long.push(entry);
    held += entry.size;
    while (held > most && long.length > longAtATime) {
      const oldest = long.shift();
      if (oldest === undefined) break;
      oldest.bytes = undefined;
      held -= oldest.size;
    }
    return entry;
  };
}

/** After this many bytes of long bodies, the memory of earlier ones is released. */
const mostUnreleased = 24 * 1024 * 1024;

/**
 * Makes a function that counts long bodies and collects garbage now and then. V8 collects it by the size of its own heap, so
 * on a busy machine some 200 MB of bodies and their texts wait for it.
 */
function createMemoryReleaser() {
  let unreleased = 0;
  return (size: number): void => {
    unreleased += size;
    if (unreleased < mostUnreleased) return;
    unreleased = 0;
    collectGarbage ??= garbageCollector();
    collectGarbage();
  };
}

let collectGarbage: (() => void) | undefined;

function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

/** Of longer bodies the newest is known alone, in bytes. */
const longestShared = 1024;
/** What is longer than this never comes in one part, which would lie in the buffer of its connection, in bytes. */
const longestCopied = 1024 * 1024;
/** So many different ones are known at a time: an error has few texts. */
const mostKnown = 64;

/**
 * Makes a function that copies a body out of the buffer in which it came, or gives the copy of an equal one that came
 * before: a service refuses thousands of bodies with the same bytes, and what is made of these can be made once.
 */
function createBodySharer() {
  const known = new Map<string, Uint8Array>();
  let newest: Uint8Array = new Uint8Array();
  return (bytes: Uint8Array): Uint8Array => {
    if (bytes.length > longestShared) {
      if (bytes.length === newest.length && Buffer.compare(bytes, newest) === 0) return newest;
      // A body that came in many parts lies in room of its own.
      const isOwn = bytes.length > longestCopied && 2 * bytes.length > bytes.buffer.byteLength;
      newest = isOwn ? bytes : Buffer.copyBytesFrom(bytes);
      return newest;
    }
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
    const equal = known.get(text);
    // A rule of the user's may have written to it.
    if (equal !== undefined && Buffer.compare(bytes, equal) === 0) return equal;
    if (known.size === mostKnown) known.clear();
    const copy = Buffer.copyBytesFrom(bytes);
    known.set(text, copy);
    return copy;
  };
}
