import { randomBytes } from 'node:crypto';
import { constants, existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Writes a file atomically into a folder, which is created if it is missing, and returns the path. A pipe, a device or a link
 * to one, such as /dev/stdout, is written to directly. Rejects with the error of the file system, and with the reason of the
 * signal while a pipe takes no more.
 */
export async function writeWhole(
  folder: string,
  name: string,
  text: string | Iterable<string>,
  signal?: AbortSignal,
): Promise<string> {
  makeFolder(folder);
  const path = join(folder, name);
  if (statSync(path, { throwIfNoEntry: false })?.isFIFO()) {
    await writePipe(path, text, signal);
    return path;
  }
  if (isDevice(path)) {
    await writeFile(path, inBlocks(text));
    return path;
  }
  const aside = join(folder, `.${name}.${randomBytes(6).toString('hex')}.tmp`);
  const removeAside = (): void => rmSync(aside, { force: true });
  // A process that ends meanwhile leaves no temporary file.
  process.once('exit', removeAside);
  try {
    await writeFile(aside, inBlocks(text), { flag: 'wx', flush: true });
    await rename(aside, path);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  } finally {
    process.off('exit', removeAside);
  }
  return path;
}

/** How long a pipe may have no reader, and how often it is tried, in ms. */
const longestUnread = 3_000;
const longestAfterSignal = 500;
const betweenTries = 20;

/**
 * Writes to a pipe without blocking, which would keep the process from ending at a signal. Rejects with ENXIO if nobody
 * opens it to read.
 */
async function writePipe(path: string, text: string | Iterable<string>, signal?: AbortSignal): Promise<void> {
  const pipe = await openPipe(path, signal);
  let takenAt = performance.now();
  try {
    for (const piece of inBlocks(text)) {
      for (let rest = Buffer.from(piece); rest.length > 0; ) {
        const written = await tried(() => pipe.write(rest), 'EAGAIN');
        if (written === undefined) {
          await waitSince(takenAt, signal);
          continue;
        }
        takenAt = performance.now();
        rest = rest.subarray(written.bytesWritten);
      }
    }
  } finally {
    await pipe.close();
  }
}

async function openPipe(path: string, signal?: AbortSignal): Promise<FileHandle> {
  for (const start = performance.now(); performance.now() - start < longestUnread; ) {
    const pipe = await tried(() => open(path, constants.O_WRONLY | constants.O_NONBLOCK), 'ENXIO');
    if (pipe !== undefined) return pipe;
    await waitSince(start, signal);
  }
  return open(path, constants.O_WRONLY | constants.O_NONBLOCK);
}

/** Waits a little; after a signal, only for a moment since anything was taken. */
async function waitSince(takenAt: number, signal?: AbortSignal): Promise<void> {
  if (performance.now() - takenAt > longestAfterSignal) signal?.throwIfAborted();
  await sleep(betweenTries);
}

/** Returns what `act` returns, or undefined if the system says `notYet`. */
async function tried<Result>(act: () => Promise<Result>, notYet: string): Promise<Result | undefined> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === notYet) return undefined;
    throw error;
  }
}

/** How much is written with one system call, in characters. */
const block = 1_000_000;

function* inBlocks(text: string | Iterable<string>): Generator<string> {
  if (typeof text === 'string') {
    yield text;
    return;
  }
  let held: string[] = [];
  let length = 0;
  for (const piece of text) {
    held.push(piece);
    length += piece.length;
    if (length < block) continue;
    yield held.join('');
    held = [];
    length = 0;
  }
  yield held.join('');
}

/** Checks whether a path is a device, a pipe, or a link to one, which is written to directly. */
export function isDevice(path: string): boolean {
  // A path through a file does not exist; creating the folder reports it.
  if (!existsSync(path)) return false;
  const found = statSync(path);
  return !found.isFile() && !found.isDirectory();
}

/**
 * Creates a folder and its parents one by one: with `recursive`, Node.js never returns on a file system such as /proc.
 * Throws the error of the file system.
 */
export function makeFolder(folder: string): void {
  const missing: string[] = [];
  // If a file is in its place, mkdir throws.
  if (statSync(folder, { throwIfNoEntry: false })?.isFile()) mkdirSync(folder);
  for (let at = resolve(folder); !existsSync(at) && dirname(at) !== at; at = dirname(at)) missing.unshift(at);
  for (const one of missing) {
    try {
      mkdirSync(one);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
