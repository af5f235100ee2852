import { randomBytes } from 'node:crypto';
import { constants, existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Writes a file atomically into a folder, creating the folder if needed, and returns the path. Writes directly to a pipe, a
 * device or a link to one, such as /dev/stdout. Rejects with the error of the file system, or with the reason of the signal
 * while a pipe is full.
 */
export async function writeWhole(
  folder: string,
  name: string,
  text: string,
  signal?: AbortSignal,
): Promise<string> {
  makeFolder(folder);
  const path = join(folder, name);
  if (statSync(path, { throwIfNoEntry: false })?.isFIFO()) {
    await writePipe(path, text, signal);
    return path;
  }
  if (isDevice(path)) {
    await writeFile(path, text);
    return path;
  }
  const temporary = join(folder, `.${name}.${randomBytes(6).toString('hex')}.tmp`);
  const removeTemporary = (): void => rmSync(temporary, { force: true });
  // If the process ends meanwhile, no temporary file remains.
  process.once('exit', removeTemporary);
  try {
    await writeFile(temporary, text, { flag: 'wx', flush: true });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  } finally {
    process.off('exit', removeTemporary);
  }
  return path;
}

/** How long to wait for a pipe's reader, before and after a signal, and how often to retry, in ms. */
const longestUnread = 3_000;
const longestAfterSignal = 500;
const betweenTries = 20;

/**
 * Writes to a pipe without blocking, so that a signal can end the process. Rejects with ENXIO if the pipe has no reader.
 */
async function writePipe(path: string, text: string, signal?: AbortSignal): Promise<void> {
  const pipe = await openPipe(path, signal);
  let takenAt = performance.now();
  try {
    for (let rest = Buffer.from(text); rest.length > 0; ) {
      const written = await tried(() => pipe.write(rest), 'EAGAIN');
      if (written === undefined) {
        await waitSince(takenAt, signal);
        continue;
      }
      takenAt = performance.now();
      rest = rest.subarray(written.bytesWritten);
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

/** Waits before a retry. After a signal, throws if the pipe took nothing for a moment. */
async function waitSince(takenAt: number, signal?: AbortSignal): Promise<void> {
  if (performance.now() - takenAt > longestAfterSignal) signal?.throwIfAborted();
  await sleep(betweenTries);
}

/** Returns the result of `act`, or undefined for the system error `notYet`. */
async function tried<Result>(act: () => Promise<Result>, notYet: string): Promise<Result | undefined> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === notYet) return undefined;
    throw error;
  }
}

/** Checks whether a path is a device, a pipe, or a link to one. */
export function isDevice(path: string): boolean {
  // For a path through a file this is false; creating the folder then reports it.
  if (!existsSync(path)) return false;
  const found = statSync(path);
  return !found.isFile() && !found.isDirectory();
}

/**
 * Creates a folder and its parents one by one, because `recursive` never returns on file systems such as /proc. Throws the
 * error of the file system.
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
