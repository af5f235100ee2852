import { closeSync, openSync, readSync } from 'node:fs';
import { type ExpectedModule, loadDefault, UnloadableModule } from '../files/load-module.ts';
import { UnreadableFile } from '../files/unreadable.ts';
import { quoted, UsageError } from './messages.ts';

/** How to read and parse a file. */
export interface Reading<Document> {
  /** Name of the file in messages: "the report". */
  readonly what: string;
  /** Throws `UnreadableFile` if the content is wrong. */
  readonly read: (text: string) => Document;
  /** Size limit in bytes. */
  readonly most: number;
}

/** Reads and parses a file that the user named. Throws a UsageError that names the problem. */
export function readDocument<Document>(
  path: string,
  { what, read, most }: Reading<Document>,
): { readonly document: Document; readonly text: string } {
  const text = new TextDecoder().decode(readNamed(path, what, most));
  return { document: understood(`${quoted(path)}: `, () => read(text)), text };
}

/** Reads the bytes of a file that the user named; messages call the file `what`. Throws a UsageError. */
function readNamed(path: string, what: string, most: number): Uint8Array {
  try {
    return readCapped(path, most);
  } catch (error) {
    throw new UsageError(`cannot read ${what} ${quoted(path)}: ${fileReason(error)}.`);
  }
}

/** Calls `read`, and turns its error about the document into a UsageError that begins with `lead`. */
export function understood<Document>(lead: string, read: () => Document): Document {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    throw new UsageError(`${lead}${sentence(error.message)}`);
  }
}

/** Loads the default export of a module that the user named, which runs its code. Throws a UsageError. */
export async function loadNamed(path: string, wanted: ExpectedModule, lead = ''): Promise<unknown> {
  try {
    return await loadDefault(path, wanted);
  } catch (error) {
    if (!(error instanceof UnloadableModule)) throw error;
    const [first = '', ...rest] = error.message.split('\n');
    throw new UsageError([`${lead}${quoted(path)} ${sentence(first)}`, ...rest].join('\n'));
  }
}

/** Ends a message with a period, unless the message already ends with a period or a question mark. */
export function sentence(text: string): string {
  return /[.?]$/.test(text) ? text : `${text}.`;
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  EACCES: 'permission was denied',
  EPERM: 'permission was denied',
  EISDIR: 'it is a directory',
  ENOTDIR: 'a part of its path is not a directory',
  EEXIST: 'a file of that name exists',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left on the device',
  EDQUOT: 'no space is left on the device',
  EFBIG: 'it is too large',
  EIO: 'an input/output error occurred',
  ENAMETOOLONG: 'the name is too long',
  ENXIO: 'it is a pipe without a reader, or a socket',
  EMFILE: 'this process may not open more files (see ulimit -n)',
  ENFILE: 'the system cannot open more files',
  ELOOP: 'its links form a loop',
  ABORT_ERR: 'its reader was too slow',
};

const megabyte = 1024 * 1024;

/** Describes an error of the file system, or of a reporter. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error ? fileReason(error) : error.message;
}

/** Describes an error of the file system. */
export function fileReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  const most = error instanceof Error && 'most' in error ? Number(error.most) / megabyte : 0;
  if (code === 'EFBIG' && most >= 1) return `it is larger than ${most} MB`;
  return reasons[code] ?? `system error ${code}`;
}

const pieceBytes = 256 * 1024;

/**
 * Reads a file, a pipe or a device to its end. Throws the error of the file system, or one with the code EFBIG after `most`
 * bytes, because some files, such as `/dev/zero`, never end.
 */
export function readCapped(path: string, most: number): Uint8Array {
  const file = openSync(path, 'r');
  try {
    const pieces: Buffer[] = [];
    let size = 0;
    for (;;) {
      const piece = Buffer.alloc(pieceBytes);
      const length = readSync(file, piece);
      if (length === 0) return Buffer.concat(pieces);
      size += length;
      if (size > most) throw Object.assign(new Error('the file is too large'), { code: 'EFBIG', most });
      pieces.push(piece.subarray(0, length));
    }
  } finally {
    closeSync(file);
  }
}
