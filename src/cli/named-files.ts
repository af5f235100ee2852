import { existsSync } from 'node:fs';
import { waiveOptions } from '../config/command-tables.ts';
import { type Files, fileReason, readDocument } from '../config/files.ts';
import { quoted, UsageError } from '../config/messages.ts';
import { defaultOf } from '../config/option.ts';
import { checkKey, longestKey, readCertificates } from '../config/secrets.ts';
import type { Given } from '../config/values.ts';
import type { Report, Waiver } from '../report/model/report.ts';
import { reportBounds } from '../report/model/report-bounds.ts';
import { readReport, UnreadableReport } from '../report/read-report.ts';
import { readWaivers, UnreadableWaivers } from '../report/waivers.ts';
import type { Surroundings } from './surroundings.ts';

export interface FoundKey {
  readonly key: string;
  /** What was done to it, where the user should know. */
  readonly note?: string;
}

type Sources = Pick<Surroundings, 'env' | 'readFile' | 'keepSecret'>;

/**
 * The key from the file that an option names, else from the variable; undefined where neither is given.
 * Throws a UsageError.
 */
export function findKey(
  file: Given | undefined,
  sources: Sources,
  variable = 'PETSTORE_API_KEY',
): FoundKey | undefined {
  // The configuration names the variable, and every object inherits `constructor`.
  const fromEnv = Object.hasOwn(sources.env, variable) ? sources.env[variable] : undefined;
  if (fromEnv !== undefined) sources.keepSecret(fromEnv);
  if (file === undefined) return fromEnv === undefined ? undefined : withoutLineBreak(fromEnv, variable);
  if (fromEnv !== undefined && !file.byFlag) {
    throw new UsageError(`${variable} and ${file.from} are both set. Unset one of them.`);
  }
  const text = readKeyFile(file.text, file.from, sources);
  sources.keepSecret(text);
  return withoutLineBreak(text, `the key file ${quoted(file.text)}`);
}

function readKeyFile(path: string, from: string, { readFile }: Sources): string {
  let bytes: Uint8Array;
  try {
    bytes = readFile(path, longestKey * 2);
  } catch (error) {
    throw new UsageError(`${from}: ${quoted(path)} cannot be read: ${fileReason(error)}.`);
  }
  if ([0xff, 0xfe, 0xef].includes(bytes[0] ?? 0) || bytes.includes(0)) {
    throw new UsageError(
      `${from}: the file is no plain ASCII text; it begins with a byte order mark or is UTF-16.\n` +
        'Save it as ASCII; in PowerShell, Set-Content -Encoding ascii does so.',
    );
  }
  return Buffer.from(bytes).toString('utf8');
}

/** A single line break at the end, which editors and `echo` leave, is taken off. */
function withoutLineBreak(text: string, from: string): FoundKey {
  const key = text.replace(/\r?\n$/, '');
  checkKey(key, from);
  return key === text ? { key } : { key, note: `The line break at the end of ${from} was left out.` };
}

/** All authorities of a common system together take less than half of this. */
const mostOfCertificates = 1024 * 1024;

/** The text of a PEM file that holds certificates, each of which can be read. Throws a UsageError. */
export function readCertificateFile({ text: path, from }: Given, { readFile }: Files): string {
  const shown = `${from}: ${quoted(path)}`;
  let pem: string;
  try {
    pem = Buffer.from(readFile(path, mostOfCertificates)).toString('latin1');
  } catch (error) {
    throw new UsageError(`${shown} cannot be read: ${fileReason(error)}.`);
  }
  return readCertificates(pem, shown);
}

/** The largest file that is read: thousands of waivers. */
const mostOfWaivers = 1024 * 1024;

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
    most: mostOfWaivers,
  };
  const { document: waivers, text } = readDocument(path, reading, files);
  return { waivers, text };
}

/** The largest report that is read, in bytes; what a run writes has a fraction of that. */
const mostOfReport = reportBounds.bytes;

/** Reads a report.json that the user named. Throws a UsageError that says what is wrong with it, and where. */
export function readReportFile(path: string, files: Files): Report {
  const reading = { what: 'the report', read: readReport, unreadable: UnreadableReport, most: mostOfReport };
  return readDocument(path, reading, files).document;
}
