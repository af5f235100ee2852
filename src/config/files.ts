import { closeSync, constants, openSync, readSync, statSync } from 'node:fs';
import { UnreadableFile } from '../files/unreadable.ts';
import { weighJson } from '../json/weigh.ts';
import { reportBounds } from '../report/model/report.ts';
import { quoted, UsageError } from './messages.ts';

/** How a file is read and parsed. */
export interface Reading<Document> {
  /** What the file is, for messages: "the waivers". */
  readonly what: string;
  /** Throws `UnreadableFile` if the text is at fault. */
  readonly read: (text: string) => Document;
  /** The largest file that is read, in bytes. */
  readonly most: number;
}

/** More values would take hundreds of megabytes, however small the file: a report of 10,000 exchanges has fewer. */
const heaviest = reportBounds.values;
const deepest = 1_000;

/** Reads and parses a file that the user named. Throws a UsageError that says what is wrong with it. */
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
  return { document: understood(`${quoted(path)}: `, () => read(text)), text };
}

/** Reads the bytes of a file that the user named; messages call it `what`. Throws a UsageError. */
export function readNamed(path: string, what: string, most: number, { readFile }: Files): Uint8Array {
  try {
    return readFile(path, most);
  } catch (error) {
    throw new UsageError(`${what} ${quoted(path)} could not be read: ${fileReason(error)}.`);
  }
}

/** Returns what `read` returns. Throws a UsageError, which begins with `lead`, for the error of a document at fault. */
export function understood<Document>(
  lead: string,
  read: () => Document,
  unreadable: new (message: string) => Error = UnreadableFile,
): Document {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof unreadable)) throw error;
    throw new UsageError(`${lead}${error.message}${/[.?]$/.test(error.message) ? '' : '.'}`);
  }
}

const reasons: Readonly<Record<string, string>> = {
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
};

const megabyte = 1024 * 1024;

/** Explains an error of the file system in words. */
export function fileReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  const most = error instanceof Error && 'most' in error ? Number(error.most) / megabyte : 0;
  if (code === 'EFBIG' && most >= 1) return `it has more than ${most} MB`;
  return reasons[code] ?? `the system said ${code}`;
}

/** Reads the files that a user names. */
export interface Files {
  /** Returns the bytes of a file of up to `most` bytes; throws the error of the file system. */
  readonly readFile: (path: string, most?: number) => Uint8Array;
}

/** A little less than the longest string that V8 can hold. */
const mostBytes = 256 * 1024 * 1024;
const pieceBytes = 64 * 1024;

/** How long a pipe may have no writer, how long a writer may be silent, and how often to try again, in ms. */
const longestUnopened = 3_000;
const longestSilence = 120_000;
const betweenTries = 10;
const sleeper = new Int32Array(new SharedArrayBuffer(4));

/**
 * Reads a file, a pipe or a device to its end: `/dev/zero` has none. Throws the error of the file system, with the code EFBIG
 * beyond `most` bytes, and ETIMEDOUT if nobody writes to a pipe.
 */
export function readCapped(path: string, most = mostBytes): Uint8Array {
  const about = statSync(path);
  const isPipe = about.isFIFO();
  // Opening a pipe without a writer would block forever.
  const file = openSync(path, isPipe ? constants.O_RDONLY | constants.O_NONBLOCK : 'r');
  const read = isPipe ? readerOfPipe(file) : (piece: Buffer) => readSync(file, piece);
  try {
    const pieces: Buffer[] = [];
    let size = 0;
    for (;;) {
      // A file of the size it states is read in one piece: joining pieces would take twice the memory.
      const [whole] = pieces;
      const piece = Buffer.alloc(
        whole === undefined ? Math.max(pieceBytes, Math.min(about.size, most) + 1) : pieceBytes,
      );
      const length = read(piece);
      if (length === 0) return whole !== undefined && pieces.length === 1 ? whole : Buffer.concat(pieces);
      size += length;
      if (size > most) throw Object.assign(new Error('the file is too large'), { code: 'EFBIG', most });
      pieces.push(piece.subarray(0, length));
    }
  } finally {
    closeSync(file);
  }
}

/** Reads a non-blocking pipe: reading nothing is its end only after it had a writer. */
function readerOfPipe(file: number): (piece: Buffer) => number {
  let hasWriter = false;
  return (piece) => {
    for (const start = performance.now(); ; Atomics.wait(sleeper, 0, 0, betweenTries)) {
      try {
        const length = readSync(file, piece);
        hasWriter ||= length > 0;
        if (hasWriter) return length;
      } catch (error) {
        // Its writer has written nothing yet.
        hasWriter = error instanceof Error && 'code' in error && error.code === 'EAGAIN';
        if (!hasWriter) throw error;
      }
      if (performance.now() - start > (hasWriter ? longestSilence : longestUnopened))
        throw Object.assign(new Error('nobody writes to the pipe'), { code: 'ETIMEDOUT' });
    }
  };
}
