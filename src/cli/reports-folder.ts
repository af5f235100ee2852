import { randomBytes } from 'node:crypto';
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileReason } from '../config/file-reason.ts';
import { quoted } from '../config/quoted.ts';
import { UsageError } from '../config/usage-error.ts';
import { isDevice, makeFolder } from '../report/write-file.ts';

/** Makes the folder, and makes sure before the first request that these files can be written there after the last. */
export function prepareReportsFolder(folder: string, files: readonly string[] = ['report.json']): void {
  if (files.every((file) => isDevice(join(folder, file)))) return;
  const trial = join(folder, `.writable.${randomBytes(6).toString('hex')}.tmp`);
  try {
    makeFolder(folder);
    writeFileSync(trial, ' ', { flag: 'wx' });
  } catch (error) {
    throw new UsageError(
      `nothing can be written to ${quoted(folder)}: ${fileReason(error)}.\n` +
        'Name a folder that this user may write to.',
    );
  } finally {
    if (existsSync(trial)) rmSync(trial);
  }
  const inTheWay = files.find((file) =>
    statSync(join(folder, file), { throwIfNoEntry: false })?.isDirectory(),
  );
  if (inTheWay === undefined) return;
  throw new UsageError(
    `${inTheWay} in ${quoted(folder)} is a directory, so no report can be written there.\nMove it away, or name another folder.`,
  );
}
