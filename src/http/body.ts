import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/** Of a body that was cut nothing is judged; so much of it is kept to be shown, in bytes. */
const shownOfCut = 64 * 1024;

/** What was taken of a body; where there is more, `cut` says so, and the bytes are its beginning alone. */
export interface CollectedBody {
  /** Lie in the buffer in which they came. */
  readonly bytes: Uint8Array;
  readonly cut: boolean;
}

/**
 * A body that is longer than this gets all the room that it may take at once: what it does not fill takes no memory. Few of
 * them are read at a time.
 */
export const longBody = 512 * 1024;

/**
 * Collects a body of at most `cap` bytes. Parts are not kept as they come: a body in a million parts of a byte would take
 * a hundred times its size.
 */
export function createBodyCollector(cap: number) {
  let room: Uint8Array = new Uint8Array();
  let size = 0;
  return {
    /** Whether more may come: false once there is more than the cap. */
    add(part: Uint8Array): boolean {
      const end = size + part.length;
      // Nearly every body comes in one part, which is taken as it is.
      if (size === 0) room = part;
      else {
        // What goes beyond the cap is not kept: the body is cut there.
        const kept = part.subarray(0, Math.max(0, cap - size));
        if (size + kept.length > room.length) {
          const larger = Buffer.allocUnsafe(end > longBody ? cap : Math.min(2 * end, cap));
          larger.set(room.subarray(0, size));
          room = larger;
        }
        room.set(kept, size);
      }
      size = end;
      return size <= cap;
    },
    /** The bytes that came, in all. */
    size: () => size,
    taken(): CollectedBody {
      const cut = size > cap;
      return { bytes: room.subarray(0, cut ? Math.min(cap, shownOfCut) : size), cut };
    },
  };
}

const gunzip = (bytes: Uint8Array, cap: number) => gunzipSync(bytes, { maxOutputLength: cap });
/** A map, because a server names the coding: an object would find `constructor`, too. */
const decoders: ReadonlyMap<string, (bytes: Uint8Array, cap: number) => Uint8Array> = new Map([
  ['gzip', gunzip],
  ['x-gzip', gunzip],
  ['deflate', (bytes, cap) => inflateSync(bytes, { maxOutputLength: cap })],
  ['br', (bytes, cap) => brotliDecompressSync(bytes, { maxOutputLength: cap })],
]);

/** A body after decoding, and why it is not what the server meant to send, where it is not. */
export interface Decoded {
  readonly bytes: Uint8Array;
  readonly problem?: string;
  /** The problem is a cap of the kit. */
  readonly byCap?: true | undefined;
}

const mostCodings = 3;

/** What is said of a body that is longer than the cap, in bytes. */
export function cutAfter(cap: number): string {
  return `the body was cut after ${cap / 1024 / 1024} MB: --max-body MB reads more`;
}

/**
 * Undoes the codings that Content-Encoding names, last first, within the cap. A coding is legal although
 * none was asked for; one that cannot be undone leaves the bytes as they came and says why.
 */
export function decodeBody(bytes: Uint8Array, contentEncoding: string, cap: number): Decoded {
  if (bytes.length === 0 || contentEncoding === '') return { bytes };
  const codings = contentEncoding
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  const beyondCap = (problem: string) =>
    ({ bytes: Buffer.copyBytesFrom(bytes, 0, shownOfCut), problem, byCap: true }) as const;
  if (codings.length > mostCodings) return beyondCap('the body is coded more than three times over');
  let decoded = bytes;
  for (const coding of codings.reverse()) {
    const decode = decoders.get(coding);
    if (decode === undefined) return { bytes, problem: 'the body is in a content coding that is not known' };
    try {
      decoded = decode(decoded, cap);
    } catch (error) {
      const tooLarge = (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE';
      return tooLarge
        ? beyondCap(`decoded, ${cutAfter(cap)}`)
        : { bytes, problem: 'the body is not in the content coding that its header names' };
    }
  }
  return { bytes: decoded };
}
