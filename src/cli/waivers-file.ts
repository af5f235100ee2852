import { existsSync } from 'node:fs';
import { waiveOptions } from '../config/command-tables.ts';
import { readDocument } from '../config/document.ts';
import { defaultOf } from '../config/option.ts';
import type { Files } from '../config/read-file.ts';
import type { Waiver } from '../model/waiver.ts';
import { readWaivers, UnreadableWaivers } from '../waivers/read.ts';

/** The largest file that is read: thousands of waivers. */
const mostBytes = 1024 * 1024;

/** The file that is looked for where nobody names one. */
const standardWaiversFile = defaultOf(waiveOptions.waivers);

/**
 * The waivers of a file that the user named, or of the usual one where it is there. Undefined where there is
 * none. `added` are ids of requirements beside those of the ledger. Throws a UsageError that says what is wrong with it, and where.
 */
export function readWaiversFile(
  named: string | undefined,
  files: Files,
  added: readonly string[] = [],
): readonly Waiver[] | undefined {
  const path = named ?? standardWaiversFile;
  return named === undefined && !existsSync(path) ? undefined : readWaiversText(path, files, added).waivers;
}

/** The waivers of a file that is there, and its text as it stands. Throws a UsageError as above. */
export function readWaiversText(
  path: string,
  files: Files,
  added: readonly string[] = [],
): { readonly waivers: readonly Waiver[]; readonly text: string } {
  const reading = {
    what: 'the waivers',
    read: (text: string) => readWaivers(text, added),
    unreadable: UnreadableWaivers,
    most: mostBytes,
  };
  const { document: waivers, text } = readDocument(path, reading, files);
  return { waivers, text };
}
