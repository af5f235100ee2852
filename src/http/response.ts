import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { HttpResponse } from '../exchange/exchange.ts';
import { fieldLines } from '../exchange/headers.ts';
import { keptOfBody } from '../exchange/response.ts';
import type { Received } from './round-trip.ts';

/** Decodes a received response; `cap` is the maximum size of its body, in bytes. */
export function responseOf({ head, body: received }: Received, cap: number): HttpResponse {
  const { status, reason, headers } = head;
  const { bytes, problem, byCap }: Decoded = received.cut
    ? { bytes: received.bytes, problem: exceeds(cap), byCap: true }
    : decodeBody(received.bytes, fieldLines(headers, 'content-encoding').join(','), cap);
  return {
    status,
    reason,
    headers,
    body: bytes,
    bodyProblem: problem,
    cutByCap: byCap,
  };
}

const gunzip = (bytes: Uint8Array, cap: number) => gunzipSync(bytes, { maxOutputLength: cap });
/** A map, because a lookup in an object would also find names such as `constructor`. */
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
  /** Set if the problem is a limit of the kit. */
  readonly byCap?: true;
}

function exceeds(cap: number): string {
  return `the body exceeds ${cap / 1024 / 1024} MB (raise --max-body)`;
}

/**
 * Decodes the codings in Content-Encoding, last first, within the limit. A coding is legal even if it was not requested. If
 * decoding fails, the bytes stay unchanged.
 */
export function decodeBody(bytes: Uint8Array, contentEncoding: string, cap: number): Decoded {
  if (bytes.length === 0 || contentEncoding === '') return { bytes };
  const codings = contentEncoding
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  const beyondCap = (problem: string): Decoded => ({
    bytes: Buffer.copyBytesFrom(bytes, 0, keptOfBody),
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
        return beyondCap(`after decoding, ${exceeds(cap)}`);
      return { bytes, problem: 'the body is not encoded as its Content-Encoding header says' };
    }
  }
  return { bytes: decoded };
}
