import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/** Of a body that was cut nothing is judged; so much of it is kept to be shown, in bytes. */
const shownOfCut = 64 * 1024;

/** Reads at most `cap` bytes of a body: where there are more, `cut` says so, and the bytes are its beginning alone. */
export async function readBody(
  stream: AsyncIterable<Uint8Array>,
  cap: number,
): Promise<{ bytes: Uint8Array; cut: boolean }> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of stream) {
    parts.push(part);
    size += part.length;
    if (size > cap) return { bytes: Buffer.concat(parts, Math.min(cap, shownOfCut)), cut: true };
  }
  return { bytes: Buffer.concat(parts), cut: false };
}

const decoders: Readonly<Record<string, (bytes: Uint8Array, cap: number) => Uint8Array>> = {
  gzip: (bytes, cap) => gunzipSync(bytes, { maxOutputLength: cap }),
  'x-gzip': (bytes, cap) => gunzipSync(bytes, { maxOutputLength: cap }),
  deflate: (bytes, cap) => inflateSync(bytes, { maxOutputLength: cap }),
  br: (bytes, cap) => brotliDecompressSync(bytes, { maxOutputLength: cap }),
};

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
  const codings = contentEncoding
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (bytes.length === 0) return { bytes };
  if (codings.length > mostCodings)
    return {
      bytes: Buffer.copyBytesFrom(bytes, 0, shownOfCut),
      problem: 'the body is coded more than three times over',
      byCap: true,
    };
  let decoded = bytes;
  for (const coding of codings.reverse()) {
    const decode = decoders[coding];
    if (decode === undefined) return { bytes, problem: 'the body is in a content coding that is not known' };
    try {
      decoded = decode(decoded, cap);
    } catch (error) {
      const tooLarge = (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE';
      return tooLarge
        ? {
            bytes: Buffer.copyBytesFrom(bytes, 0, shownOfCut),
            problem: `decoded, ${cutAfter(cap)}`,
            byCap: true,
          }
        : { bytes, problem: 'the body is not in the content coding that its header names' };
    }
  }
  return { bytes: decoded };
}
