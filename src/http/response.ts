import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { HttpResponse, ResponseCaps } from '../exchange/exchange.ts';
import { fieldLines } from '../exchange/headers.ts';
import { createBodyKeeper, createBodySharer, shownOfCut } from './body.ts';
import type { Received } from './round-trip.ts';

/** Bodies up to this size are always kept, in bytes. */
const smallBody = 64 * 1024;

/**
 * Creates a function that decodes a received response, within the limits. A long body may be dropped once `isNeeded` returns
 * false.
 */
export function createResponseReader(caps: ResponseCaps, concurrency: number) {
  const cap = caps.bodyMb * 1024 * 1024;
  const keep = createBodyKeeper(concurrency);
  const share = createBodySharer();
  const releaseMemory = createMemoryReleaser();
  return ({ head, body: { bytes: received, cut } }: Received, isNeeded: () => boolean): HttpResponse => {
    const { bytes, problem, byCap }: Decoded = cut
      ? { bytes: received, problem: exceeds(cap), byCap: true }
      : decodeBody(received, fieldLines(head.headers, 'content-encoding').join(','), cap);
    const body = share(bytes);
    const { status, reason, headers } = head;
    // Most responses get plain fields, because getters take a hundred bytes more.
    if (body.length <= smallBody)
      return { status, reason, headers, caps, body, bodyProblem: problem, cutByCap: byCap };
    const size = body.length;
    releaseMemory(size);
    const kept = keep(body, isNeeded);
    return {
      ...head,
      caps,
      get body() {
        return kept.bytes ?? new Uint8Array();
      },
      // A body may be dropped before a later check reads it.
      get bodyProblem() {
        return kept.bytes === undefined ? `a body of ${size} bytes, which was not kept` : problem;
      },
      get cutByCap() {
        return kept.bytes === undefined ? true : byCap;
      },
    };
  };
}

/** After this many bytes of long bodies, garbage is collected. */
const maxUnreleased = 24 * 1024 * 1024;

/**
 * Creates a function that collects garbage after enough long bodies. V8 considers only its own heap, so on a busy machine
 * about 200 MB of bodies and strings would accumulate.
 */
function createMemoryReleaser() {
  let unreleased = 0;
  return (size: number): void => {
    unreleased += size;
    if (unreleased < maxUnreleased) return;
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
/** A map, because an object would also find names such as `constructor`. */
const decoders: ReadonlyMap<string, (bytes: Uint8Array, cap: number) => Uint8Array> = new Map([
  ['gzip', gunzip],
  ['x-gzip', gunzip],
  ['deflate', (bytes, cap) => inflateSync(bytes, { maxOutputLength: cap })],
  ['br', (bytes, cap) => brotliDecompressSync(bytes, { maxOutputLength: cap })],
]);
const maxCodings = 3;

/** A decoded body, and the problem if it could not be decoded. */
interface Decoded {
  readonly bytes: Uint8Array;
  readonly problem?: string;
  /** The problem is a limit of the kit. */
  readonly byCap?: true;
}

function exceeds(cap: number): string {
  return `the body exceeds ${cap / 1024 / 1024} MB (raise --max-body)`;
}

/**
 * Decodes the codings in Content-Encoding, last first, within the limit. A coding is legal even if not requested. If decoding
 * fails, the bytes stay unchanged.
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
  if (codings.length > maxCodings) return beyondCap('the body has more than three content codings');
  let decoded = bytes;
  for (const coding of codings.reverse()) {
    const decode = decoders.get(coding);
    if (decode === undefined) return { bytes, problem: 'the body has an unknown content coding' };
    try {
      decoded = decode(decoded, cap);
    } catch (error) {
      if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE')
        return beyondCap(`decoded, ${exceeds(cap)}`);
      return { bytes, problem: 'the body does not have the content coding in its header' };
    }
  }
  return { bytes: decoded };
}
