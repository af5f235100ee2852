import { closeSync, constants, openSync, readSync, statSync } from 'node:fs';
import { UnreadableFile } from '../files/unreadable.ts';
import { weighJson } from '../json/weigh.ts';
import { reportBounds } from '../report/model/report.ts';
import { quoted, UsageError } from './messages.ts';

/** How the text of a file is understood. */
export interface Reading<Document> {
  /** What the file is, for messages: "the waivers". */
  readonly what: string;
  /** Throws `UnreadableFile` where the text is at fault. */
  readonly read: (text: string) => Document;
  /** The largest file that is read, in bytes. */
  readonly most: number;
}

/** More would take hundreds of megabytes, however small the file: a report of ten thousand exchanges has less. */
const heaviest = reportBounds.values;
const deepest = 1_000;

/** Reads a file that the user named, and its text as it stands. Throws a UsageError that says what is wrong with it. */
export function readDocument<Document>(
  path: string,
  { what, read, most }: Reading<Document>,
  files: Files,
): { readonly document: Document; readonly text: string } {
  const bytes = readNamed(path, what, most, files);
  const { values, depth } = weighJson(bytes);
  if (values > heaviest || depth > deepest)
    throw new UsageError(
      `${quoted(path)}: it holds more values than are read of one file (they weigh ${values}, at most ${heaviest}; ` +
        `${depth} deep, at most ${deepest}).`,
    );
  const text = new TextDecoder().decode(bytes);
  return { document: understood(path, () => read(text)), text };
}

/** The bytes of a file that the user named, `what` being what it is. Throws a UsageError. */
export function readNamed(path: string, what: string, most: number, { readFile }: Files): Uint8Array {
  try {
    return readFile(path, most);
  } catch (error) {
    throw new UsageError(`${what} ${quoted(path)} could not be read: ${fileReason(error)}.`);
  }
}

/** What `read` returns; what it throws where the file is at fault becomes a UsageError. */
export function understood<Document>(path: string, read: () => Document): Document {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    throw new UsageError(`${quoted(path)}: ${error.message}${error.message.endsWith('?') ? '' : '.'}`);
  }
}

const reasons: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ENOENT: 'it does not exist',
    EACCES: 'permission was denied',
    EPERM: 'permission was denied',
    EISDIR: 'it is a directory',
    ENOTDIR: 'a part of its path is no directory',
    EEXIST: 'a file of that name is in the way',
    EROFS: 'the file system is read-only',
    ENOSPC: 'no space is left there',
    EDQUOT: 'no space is left there',
    EFBIG: 'it is too large',
    EIO: 'reading or writing failed there',
    ENAMETOOLONG: 'the name is too long',
    ENXIO: 'it is a pipe that nobody reads',
    ETIMEDOUT: 'it is a pipe into which nobody writes',
    EMFILE: 'this process may open no more files (see ulimit -n)',
    ENFILE: 'the system can open no more files',
    ELOOP: 'its links lead in a circle',
  }),
);

const megabyte = 1024 * 1024;

/** Why the file system refused, in words. */
export function fileReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  const most = error instanceof Error && 'most' in error ? Number(error.most) / megabyte : 0;
  if (code === 'EFBIG' && most >= 1) return `it has more than ${most} MB`;
  return reasons.get(code) ?? `the system said ${code}`;
}

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
