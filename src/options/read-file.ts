import { closeSync, openSync, readSync } from 'node:fs';

/** The way to the files that a user names. */
export interface Files {
  /** The bytes of a file, if there are no more than `most`; throws the error of the file system. */
  readonly readFile: (path: string, most?: number) => Uint8Array;
}

/** As much as the longest text that the engine can hold, less some room. */
const mostBytes = 256 * 1024 * 1024;
const pieceBytes = 64 * 1024;

/**
 * The bytes of a file, a pipe or a device, as far as it ends before `most` bytes: `/dev/zero` never does. Throws
 * the error of the file system, with the code EFBIG where there is more.
 */
export function readCapped(path: string, most = mostBytes): Uint8Array {
  const file = openSync(path, 'r');
  try {
    const pieces: Buffer[] = [];
    let size = 0;
    for (;;) {
      const piece = Buffer.alloc(pieceBytes);
      const read = readSync(file, piece);
      if (read === 0) return Buffer.concat(pieces);
      size += read;
      if (size > most) throw Object.assign(new Error('the file is too large'), { code: 'EFBIG', most });
      pieces.push(piece.subarray(0, read));
    }
  } finally {
    closeSync(file);
  }
}
