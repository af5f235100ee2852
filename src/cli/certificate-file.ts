import { readCertificates } from '../options/certificate.ts';
import { fileReason } from '../options/file-reason.ts';
import type { Given } from '../options/given.ts';
import { quoted } from '../options/quoted.ts';
import type { Files } from '../options/read-file.ts';
import { UsageError } from '../options/usage-error.ts';

/** All authorities of a common system together take less than half of this. */
const mostBytes = 1024 * 1024;

/** The text of a PEM file that holds certificates, each of which can be read. Throws a UsageError. */
export function readCertificateFile({ text: path, from }: Given, { readFile }: Files): string {
  const shown = `${from}: ${quoted(path)}`;
  let pem: string;
  try {
    pem = Buffer.from(readFile(path, mostBytes)).toString('latin1');
  } catch (error) {
    throw new UsageError(`${shown} cannot be read: ${fileReason(error)}.`);
  }
  return readCertificates(pem, shown);
}
