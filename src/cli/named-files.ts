import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileReason, readCapped, readDocument } from '../config/files.ts';
import { quoted, UsageError } from '../config/messages.ts';
import { defaultOf } from '../config/option.ts';
import { checkKey, longestKey, type Sourced } from '../config/target.ts';
import type { UserValue } from '../config/values.ts';
import { append, makeFolder, writeWhole } from '../files/write-file.ts';
import { isHistory, type RunSummary, readHistory, summaryOf } from '../report/compare/runs.ts';
import type { Report, Waiver } from '../report/model/report.ts';
import { readReport } from '../report/read-report.ts';
import { readWaivers } from '../report/waivers.ts';
import { commands } from './commands.ts';
import type { Environment } from './environment.ts';
import { stoppableBySignal } from './exit.ts';

const megabyte = 1024 * 1024;

/** Size limits in bytes: twice all certificates of a system, thousands of waivers, many reports. */
const largest = { certificates: megabyte, waivers: megabyte, report: 64 * megabyte };

type Sources = Pick<Environment, 'env' | 'keepSecret'>;

/** Reads the key from the file that an option names, else from the variable. Throws a UsageError. */
export function findKey(
  file: UserValue | undefined,
  sources: Sources,
  variable = 'PETSTORE_API_KEY',
): string | undefined {
  // The configuration may name any variable, and every object inherits `constructor`.
  const fromEnv = Object.hasOwn(sources.env, variable) ? sources.env[variable] : undefined;
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

/** PEM, Base64 of PEM, or the Base64 text of PEM. */
const certificateText = /-----BEGIN|LS0tLS1CRUdJTi|(?:^|[\\/])MI[A-Za-z0-9+/=\s]{60}/;

/** Reads a PEM file, and returns its content with its name for messages. Throws a UsageError. */
export function readPem({ value: path, from }: UserValue): Sourced {
  // Pipelines store certificates as variables. Quoting this one could show a private key.
  if (certificateText.test(path))
    throw new UsageError(`${from} must be the path of a PEM file, not its content. Write it to a file.`);
  const bytes = readNamedBy(from, path, largest.certificates);
  return { value: Buffer.from(bytes).toString('latin1'), from: `${from}: ${quoted(path)}` };
}

/** Shown in place of a key that was typed in place of a path. */
const notAPath =
  'there is no such file.\nIt must be the path of a file that contains the key, not the key itself.';

/** Reads a file that an option names. With `ifMissing`, the message about a missing file does not show its path. */
function readNamedBy(from: string, path: string, most: number, ifMissing?: string): Uint8Array {
  try {
    return readCapped(path, most);
  } catch (error) {
    if (ifMissing !== undefined && !existsSync(path)) throw new UsageError(`${from}: ${ifMissing}`);
    throw new UsageError(`${from}: cannot read ${quoted(path)}: ${fileReason(error)}.`);
  }
}

/**
 * Reads a waivers file, by default the usual one if it exists. `added` are ids of requirements that the catalog does not
 * have. Throws a UsageError that names the problem and its place.
 */
export function readWaiversFile(
  named: string | undefined,
  added: readonly string[] = [],
): readonly Waiver[] | undefined {
  const path = named ?? defaultOf(commands.waive.options.waivers);
  return named === undefined && !existsSync(path) ? undefined : readWaiversText(path, added).document;
}

/** Reads a waivers file and its text. Throws a UsageError. */
export function readWaiversText(path: string, added: readonly string[] = []) {
  const read = (text: string) => readWaivers(text, added);
  const reading = { what: 'the waivers', read, most: largest.waivers };
  return readDocument(path, reading);
}

/**
 * Reads the runs of a report.json or of a history file. Throws a UsageError that names the problem and its place; `onSkip` gets
 * such messages about single lines of a history, which are then skipped.
 */
export function readRuns(path: string, onSkip?: (message: string) => void): readonly RunSummary[] {
  const skip = onSkip && ((error: Error) => onSkip(`${quoted(path)}: ${error.message}.`));
  const read = (text: string) => (isHistory(text) ? readHistory(text, skip) : [summaryOf(readReport(text))]);
  return readDocument(path, { what: 'the report', read, most: largest.report }).document;
}

/** Returns whether there is a directory at this path. A path that cannot be looked at shows why when it is used. */
export function isDirectory(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}

/** Reads a report.json. Throws a UsageError that names the problem and its place. */
export function readReportFile(path: string): Report {
  if (!path.endsWith('.json') && (!existsSync(path) || isDirectory(path)))
    throw new UsageError(
      `${quoted(path)} is not a file.\nGive the path of a report.json, such as reports/report.json.`,
    );
  const reading = { what: 'the report', read: readReport, most: largest.report };
  return readDocument(path, reading).document;
}

/** Writes a file; a stop signal ends the process and keeps the old file. Rejects with a UsageError. */
export async function writeNamed(path: string, text: string): Promise<void> {
  await stoppableBySignal(() => writeWhole(dirname(path), basename(path), text)).catch((error: unknown) => {
    throw unwritable(path, error);
  });
}

/**
 * Appends lines to a file in one write, so that the lines of two runs never mix; creates the file and its folder if they are
 * missing. Rejects with a UsageError.
 */
export async function appendNamed(path: string, lines: string): Promise<void> {
  try {
    makeFolder(dirname(path));
    await append(path, `${endsWithLine(path) ? '' : '\n'}${lines}`);
  } catch (error) {
    throw unwritable(path, error);
  }
}

/** Returns whether a new line can follow. A run that was killed may have left an incomplete line. */
function endsWithLine(path: string): boolean {
  const { size } = statSync(path, { throwIfNoEntry: false }) ?? { size: 0 };
  if (size === 0) return true;
  const file = openSync(path, 'r');
  try {
    const last = Buffer.alloc(1);
    readSync(file, last, 0, 1, size - 1);
    return last.toString() === '\n';
  } finally {
    closeSync(file);
  }
}

/** Returns the error for a file that cannot be written. */
export function unwritable(path: string, error: unknown): UsageError {
  return new UsageError(`cannot write ${quoted(path)}: ${fileReason(error)}.`);
}
