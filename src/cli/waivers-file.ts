import { existsSync } from 'node:fs';
import type { Waiver } from '../model/waiver.ts';
import { readWaivers, UnreadableWaivers } from '../waivers/read.ts';
import { quoted } from './quoted.ts';
import type { Surroundings } from './surroundings.ts';
import { fileReason, UsageError } from './usage-error.ts';

/** The file that is looked for where nobody names one. */
export const standardWaiversFile = 'petstore-conformance.waivers.json';

/**
 * The waivers of a file that the user named, or of the usual one where it is there. Undefined where there is
 * none. Throws a UsageError that says what is wrong with it, and where.
 */
export function readWaiversFile(
  named: string | undefined,
  files: Pick<Surroundings, 'readFile'>,
): readonly Waiver[] | undefined {
  const path = named ?? standardWaiversFile;
  return named === undefined && !existsSync(path) ? undefined : readWaiversText(path, files).waivers;
}

/** The waivers of a file that is there, and its text as it stands. Throws a UsageError as above. */
export function readWaiversText(
  path: string,
  { readFile }: Pick<Surroundings, 'readFile'>,
): { readonly waivers: readonly Waiver[]; readonly text: string } {
  let text: string;
  try {
    text = new TextDecoder().decode(readFile(path));
  } catch (error) {
    throw new UsageError(`the waivers ${quoted(path)} could not be read: ${fileReason(error)}.`);
  }
  try {
    return { waivers: readWaivers(text), text };
  } catch (error) {
    if (error instanceof UnreadableWaivers) throw new UsageError(`${quoted(path)}: ${error.message}.`);
    throw error;
  }
}
