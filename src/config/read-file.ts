import { closeSync, constants, openSync, readSync, statSync } from 'node:fs';

/** The way to the files that a user names. */
export interface Files {
  /** The bytes of a file, if there are no more than `most`; throws the error of the file system. */
  readonly readFile: (path: string, most?: number) => Uint8Array;
}

/** As much as the longest text that the engine can hold, less some room. */
const mostBytes = 256 * 1024 * 1024;
const pieceBytes = 64 * 1024;

/** How long a pipe may have no writer, how long one may say nothing, and how often it is tried, in ms. */
const longestUnopened = 3_000;
const longestSilence = 120_000;
const betweenTries = 10;

/**
 * The bytes of a file, a pipe or a device, as far as it ends before `most` bytes: `/dev/zero` never does. Throws
 * the error of the file system, with the code EFBIG where there is more, and ETIMEDOUT where nobody writes to a pipe.
 */
export function readCapped(path: string, most = mostBytes): Uint8Array {
  const about = statSync(path);
  const isPipe = about.isFIFO();
  // Opening a pipe that nobody writes to would block for ever.
  const file = openSync(path, isPipe ? constants.O_RDONLY | constants.O_NONBLOCK : 'r');
  const read = isPipe ? readerOfPipe(file) : (piece: Buffer) => readSync(file, piece);
  try {
    const pieces: Buffer[] = [];
    let size = 0;
    for (;;) {
      // A file is read in one piece, as far as its size is true: copied together, it would take twice the memory.
      const [whole] = pieces;
      const piece = Buffer.alloc(
        whole === undefined ? Math.max(pieceBytes, Math.min(about.size, most) + 1) : pieceBytes,
      );
      const length = read(piece);
      if (length === 0) return whole !== undefined && pieces.length === 1 ? whole : Buffer.concat(pieces);
      size += length;
      if (size > most) throw Object.assign(withCode('EFBIG', 'the file is too large'), { most });
      pieces.push(piece.subarray(0, length));
    }
  } finally {
    closeSync(file);
  }
}

/** Reads a pipe that is open without blocking: nothing read is its end only once somebody had it open to write. */
function readerOfPipe(file: number): (piece: Buffer) => number {
  let hasWriter = false;
  return (piece) => {
    for (const start = performance.now(); ; pause()) {
      const length = readWithoutBlocking(file, piece);
      hasWriter ||= length !== 0;
      if (length !== undefined && (length > 0 || hasWriter)) return length;
      if (performance.now() - start > (hasWriter ? longestSilence : longestUnopened))
        throw withCode('ETIMEDOUT', 'nobody writes to the pipe');
    }
  };
}

/** Undefined where a writer has written nothing yet. */
function readWithoutBlocking(file: number, piece: Buffer): number | undefined {
  try {
    return readSync(file, piece);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return undefined;
    throw error;
  }
}

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, betweenTries);
}

function withCode(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
