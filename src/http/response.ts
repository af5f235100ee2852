import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { HttpResponse, ResponseCaps } from '../exchange/exchange.ts';
import { fieldLines } from '../exchange/headers.ts';
import { createBodyKeeper, createBodySharer, shownOfCut } from './body.ts';
import type { Received } from './round-trip.ts';

/** Bodies up to this size are kept for good, in bytes. */
const smallBody = 64 * 1024;

/**
 * Creates a function that makes a response of what was received, its body decoded, within the caps. At most `longAtATime` of
 * the `concurrency` requests in flight have long bodies.
 */
export function createResponseReader(caps: ResponseCaps, concurrency: number, longAtATime: number) {
  const cap = caps.bodyMb * 1024 * 1024;
  const keep = createBodyKeeper(concurrency, longAtATime);
  const share = createBodySharer();
  const releaseMemory = createMemoryReleaser();
  return ({ head, body: { bytes: received, cut } }: Received): HttpResponse => {
    const { bytes, problem, byCap }: Decoded = cut
      ? { bytes: received, problem: cutAfter(cap), byCap: true }
      : decodeBody(received, fieldLines(head.headers, 'content-encoding').join(','), cap);
    const body = share(bytes);
    const { status, reason, headers } = head;
    // Nearly all get plain fields: an object with getters is some hundred bytes larger.
    if (body.length <= smallBody)
      return { status, reason, headers, caps, body, bodyProblem: problem, cutByCap: byCap };
    const size = body.length;
    releaseMemory(size);
    const kept = keep(body);
    return {
      ...head,
      caps,
      get body() {
        return kept.bytes ?? new Uint8Array();
      },
      // Responses are judged as they come; one that has made room by then is missing from the record, and decides nothing.
      get bodyProblem() {
        return kept.bytes === undefined ? `a body of ${size} bytes, which was not kept` : problem;
      },
      get cutByCap() {
        return kept.bytes === undefined ? true : byCap;
      },
    };
  };
}

/** After this many bytes of long bodies, the memory of earlier ones is released. */
const mostUnreleased = 24 * 1024 * 1024;

/**
 * Creates a function that counts long bodies and collects garbage now and then. V8 collects by the size of its own heap, so
 * on a busy machine some 200 MB of bodies and their text would wait for it.
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

const gunzip = (bytes: Uint8Array, cap: number) => gunzipSync(bytes, { maxOutputLength: cap });
/** A map, because a server names the coding: an object would find `constructor`, too. */
const decoders: ReadonlyMap<string, (bytes: Uint8Array, cap: number) => Uint8Array> = new Map([
  ['gzip', gunzip],
  ['x-gzip', gunzip],
  ['deflate', (bytes, cap) => inflateSync(bytes, { maxOutputLength: cap })],
  ['br', (bytes, cap) => brotliDecompressSync(bytes, { maxOutputLength: cap })],
]);
const mostCodings = 3;

/** A body after decoding, and why it is not what the server meant to send, if it is not. */
interface Decoded {
  readonly bytes: Uint8Array;
  readonly problem?: string;
  /** The problem is a cap of the kit. */
  readonly byCap?: true;
}

function cutAfter(cap: number): string {
  return `the body was cut after ${cap / 1024 / 1024} MB: --max-body MB reads more`;
}

/**
 * Undoes the codings that Content-Encoding names, last first, within the cap. A coding is legal although none was asked for;
 * if one cannot be undone, the bytes stay as they came.
 */
export function decodeBody(bytes: Uint8Array, contentEncoding: string, cap: number): Decoded {
  if (bytes.length === 0 || contentEncoding === '') return { bytes };
  const codings = contentEncoding
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  const beyondCap = (problem: string): Decoded => ({
    bytes: Buffer.copyBytesFrom(bytes, 0, shownOfCut),
    problem,
    byCap: true,
  });
  if (codings.length > mostCodings) return beyondCap('the body is coded more than three times over');
  let decoded = bytes;
  for (const coding of codings.reverse()) {
    const decode = decoders.get(coding);
    if (decode === undefined) return { bytes, problem: 'the body is in a content coding that is not known' };
    try {
      decoded = decode(decoded, cap);
    } catch (error) {
      if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE')
        return beyondCap(`decoded, ${cutAfter(cap)}`);
      return { bytes, problem: 'the body is not in the content coding that its header names' };
    }
  }
  return { bytes: decoded };
}
