import { readCertificates } from '../config/certificate.ts';
import { fileReason } from '../config/file-reason.ts';
import { quoted } from '../config/quoted.ts';
import type { Files } from '../config/read-file.ts';
import { UsageError } from '../config/usage-error.ts';
import type { Given } from '../config/values.ts';

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
