import { randomBytes } from 'node:crypto';
import {
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { appendFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

/**
 * Writes a file atomically into a folder, creating the folder if needed, and returns the path. Writes directly to a pipe, a
 * device or a link to one, such as /dev/stdout. Rejects with the error of the file system. `signal` ends waiting for a pipe.
 */
export async function writeWhole(
  folder: string,
  name: string,
  text: string,
  signal?: AbortSignal,
): Promise<string> {
  makeFolder(folder);
  const path = join(folder, name);
  if (isDevice(path)) {
    await (isPipe(path) ? writePipe(path, text, signal) : writeFile(path, text));
    return path;
  }
  const target = targetOf(path);
  const temporary = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString('hex')}.tmp`);
  if (incomplete.size === 0) process.once('exit', removeIncomplete);
  incomplete.add(temporary);
  try {
    await writeFile(temporary, text, { flag: 'wx', flush: true });
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  } finally {
    incomplete.delete(temporary);
    if (incomplete.size === 0) process.off('exit', removeIncomplete);
  }
  return path;
}

/** Temporary files that are being written. If the process ends meanwhile, they are removed. */
const incomplete = new Set<string>();

function removeIncomplete(): void {
  for (const path of incomplete) rmSync(path, { force: true });
}

/** Appends to a file, a pipe or a device. Rejects with the error of the file system. `signal` ends waiting for a pipe. */
export function append(path: string, text: string, signal?: AbortSignal): Promise<void> {
  return isPipe(path) ? writePipe(path, text, signal) : appendFile(path, text);
}

/** How long a pipe may take once `signal` is aborted, in ms. */
const longestRestMs = 200;

/** Writes to a pipe. Rejects with ENXIO if it has no reader, because a blocking open could not be interrupted. */
async function writePipe(path: string, text: string, signal?: AbortSignal): Promise<void> {
  const { Socket } = await import('node:net');
  const { pipeline } = await import('node:stream/promises');
  const fd = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  const within = signal?.aborted === true ? AbortSignal.timeout(longestRestMs) : signal;
  await pipeline([text], new Socket({ fd, readable: false }), within === undefined ? {} : { signal: within });
}

function isPipe(path: string): boolean {
  return existsSync(path) && statSync(path).isFIFO();
}

/** Returns where a link leads, so that writing keeps the link. Returns any other path unchanged. */
export function targetOf(path: string): string {
  return existsSync(path) && lstatSync(path).isSymbolicLink() ? realpathSync(path) : path;
}

/** Checks whether a path is a device, a pipe, or a link to one. */
export function isDevice(path: string): boolean {
  // Returns false if a part of the path is a file, because creating the folder then reports the problem.
  if (!existsSync(path)) return false;
  const found = statSync(path);
  return !found.isFile() && !found.isDirectory();
}

/**
 * Creates a folder and its parents one by one, because `recursive` never returns on file systems such as /proc. Throws the
 * error of the file system.
 */
export function makeFolder(folder: string): void {
  const isFolder = () => existsSync(folder) && statSync(folder).isDirectory();
  if (isFolder()) return;
  const parent = dirname(resolve(folder));
  if (!existsSync(parent)) makeFolder(parent);
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have created the folder.
    if (!isFolder()) throw error;
  }
}
