import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { quoted } from './quoted.ts';
import { fileReason, UsageError } from './usage-error.ts';

/** Makes the folder, and makes sure before the first request that a report can be written there after the last. */
export function prepareReportsFolder(folder: string): void {
  const trial = join(folder, `.writable.${randomBytes(6).toString('hex')}.tmp`);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(trial, '', { flag: 'wx' });
    rmSync(trial);
  } catch (error) {
    throw new UsageError(
      `--reports: nothing can be written to ${quoted(folder)}: ${fileReason(error)}.\n` +
        'Name a folder that this user may write to.',
    );
  }
}
