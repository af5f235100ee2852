import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/**
 * Writes a text into a folder, which is made where it is missing, and returns the path. It is written aside and
 * then renamed: a reader never meets half of it, and what stood there before stays where it cannot be written.
 * Rejects with the error of the file system.
 */
export async function writeWhole(folder: string, name: string, text: string): Promise<string> {
  makeFolder(folder);
  const path = join(folder, name);
  const aside = join(folder, `.${name}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    await writeFile(aside, text, { flag: 'wx', flush: true });
    await rename(aside, path);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
  return path;
}

/**
 * Makes a folder and those above it, one after the other: asked for all at once, Node tries for ever where a
 * file system such as /proc takes none. Throws the error of the file system.
 */
export function makeFolder(folder: string): void {
  const missing: string[] = [];
  // A file in its place: mkdir says so, in the words of the system.
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
