import { existsSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileReason, readCapped, readDocument } from '../config/files.ts';
import { quoted, UsageError } from '../config/messages.ts';
import { checkKey, longestKey, type Sourced } from '../config/target.ts';
import type { UserValue } from '../config/values.ts';
import { writeWhole } from '../files/write-file.ts';
import { readAccepted, readAcceptedFile } from '../report/accepted-file.ts';
import type { AcceptedFailure, AcceptedFile, Report } from '../report/model/report.ts';
import { largestReport, readReport } from '../report/read-report.ts';
import { type Environment, notesTo } from './environment.ts';
import { stoppableBySignal } from './exit.ts';

/** The size limit of a certificate file in bytes: twice the size of all CA certificates of a system. */
const largestCertificates = 1024 * 1024;

type Sources = Pick<Environment, 'env' | 'keepSecret'>;

/** Reads the key from the file that an option names, or else from the variable. Throws a UsageError. */
export function findKey(file: UserValue | undefined, sources: Sources): string | undefined {
  const variable = 'PETSTORE_API_KEY';
  const fromEnv = sources.env[variable];
  if (fromEnv !== undefined) sources.keepSecret(fromEnv);
  if (file !== undefined && fromEnv !== undefined && !file.byFlag)
    throw new UsageError(`${variable} and ${file.from} are both set. Unset one of them.`);
  const text = file === undefined ? fromEnv : readKeyFile(file, sources);
  if (text === undefined) return undefined;
  // Editors and `echo` leave one line break at the end.
  const key = text.replace(/\r?\n$/, '');
  checkKey(key, file === undefined ? variable : `the key file ${quoted(file.value)}`);
  return key;
}

function readKeyFile({ value: path, from }: UserValue, sources: Sources): string {
  const bytes = readNamedBy(from, path, longestKey * 2, notAPath);
  if ([0xff, 0xfe, 0xef].includes(bytes[0] ?? 0) || bytes.includes(0)) {
    throw new UsageError(
      `${from}: not plain ASCII; the file begins with a byte order mark or is UTF-16.\n` +
        'Save it as ASCII; in PowerShell, with Set-Content -Encoding ascii.',
    );
  }
  const text = Buffer.from(bytes).toString('utf8');
  sources.keepSecret(text);
  return text;
}

/** PEM, Base64-encoded PEM, or the Base64 content of a PEM file without its header line. */
const certificateText = /-----BEGIN|LS0tLS1CRUdJTi|(?:^|[\\/])MI[A-Za-z0-9+/=\s]{60}/;

/** Reads a PEM file, and returns its content and its name for messages. Throws a UsageError. */
export function readPem({ value: path, from }: UserValue): Sourced {
  // Pipelines store certificates in variables, so quoting this value could reveal a private key.
  if (certificateText.test(path))
    throw new UsageError(`${from} must be the path of a PEM file, not its content. Write it to a file.`);
  const bytes = readNamedBy(from, path, largestCertificates);
  return { value: Buffer.from(bytes).toString('latin1'), from: `${from}: ${quoted(path)}` };
}

/** The message for a user who gave a key instead of a path. The message does not show the key. */
const notAPath = 'there is no such file.\nGive the path of a file that contains the key, not the key itself.';

/** Reads a file that an option names. With `ifMissing`, the message about a missing file does not show its path. */
function readNamedBy(from: string, path: string, most: number, ifMissing?: string): Uint8Array {
  try {
    return readCapped(path, most);
  } catch (error) {
    if (ifMissing !== undefined && !existsSync(path)) throw new UsageError(`${from}: ${ifMissing}`);
    throw new UsageError(`${from}: cannot read ${quoted(path)}: ${fileReason(error)}.`);
  }
}

type Notes = Pick<Environment, 'stderr'>;

/**
 * Returns a function that says on stderr, even with --quiet, that a file was converted, because later versions will not read
 * the file.
 */
const formerNote = (path: string, environment: Notes) => (what: string) =>
  notesTo(environment)(`${quoted(path)} is ${what}. Later versions will not read it.`);

/**
 * Reads the failures that a run accepts from a file of accepted failures or from a report. `added` are the ids of custom
 * requirements. Throws a UsageError that names the problem and its place.
 */
export function readAcceptedNamed(
  path: string,
  added: readonly string[],
  environment: Notes,
): readonly AcceptedFailure[] {
  const read = (text: string) => readAccepted(text, added, formerNote(path, environment));
  return readDocument(path, { what: 'the accepted failures', read, most: largestReport }).document;
}

/** Reads a file of accepted failures with all its fields, and returns whether it was converted. Throws a UsageError. */
export function readAcceptedDocument(
  path: string,
  environment: Notes,
): { readonly document: AcceptedFile; readonly isFormer: boolean } {
  let isFormer = false;
  const read = (text: string) =>
    readAcceptedFile(text, (what) => {
      isFormer = true;
      formerNote(path, environment)(what);
    });
  const { document } = readDocument(path, { what: 'the accepted failures', read, most: largestReport });
  return { document, isFormer };
}

/**
 * Returns whether there is a directory at this path. If the path cannot be examined, the code that uses it later reports why.
 */
export function isDirectory(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}

/** Reads a report.json. Throws a UsageError that names the problem and its place. */
export function readReportFile(path: string, environment: Notes): Report {
  if (!path.endsWith('.json') && (!existsSync(path) || isDirectory(path)))
    throw new UsageError(
      `${quoted(path)} is not a file.\nGive the path of a report.json, such as reports/report.json.`,
    );
  const read = (text: string) => readReport(text, formerNote(path, environment));
  return readDocument(path, { what: 'the report', read, most: largestReport }).document;
}

/** Writes a file; a stop signal ends the process and keeps the old file. Rejects with a UsageError. */
export async function writeNamed(path: string, text: string): Promise<void> {
  await stoppableBySignal(() => writeWhole(dirname(path), basename(path), text)).catch((error: unknown) => {
    throw unwritable(path, error);
  });
}

/** Returns the error for a file that cannot be written. */
export function unwritable(path: string, error: unknown): UsageError {
  return new UsageError(`cannot write ${quoted(path)}: ${fileReason(error)}.`);
}
