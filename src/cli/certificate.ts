import { X509Certificate } from 'node:crypto';
import type { Given } from './option-values.ts';
import { quoted } from './quoted.ts';
import type { Surroundings } from './surroundings.ts';
import { fileReason, UsageError } from './usage-error.ts';

/** All authorities of a common system together take less than half of this. */
const mostBytes = 1024 * 1024;

const certificates = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** The text of a PEM file that holds certificates, each of which can be read. */
export function readCertificates(
  { text: path, from }: Given,
  { readFile }: Pick<Surroundings, 'readFile'>,
): string {
  const shown = quoted(path);
  let pem: string;
  try {
    pem = Buffer.from(readFile(path, mostBytes)).toString('latin1');
  } catch (error) {
    throw new UsageError(`${from}: ${shown} cannot be read: ${fileReason(error)}.`);
  }
  const blocks = pem.match(certificates) ?? [];
  if (blocks.length === 0) {
    throw new UsageError(`${from}: ${shown} holds no certificate in PEM form (-----BEGIN CERTIFICATE-----).`);
  }
  blocks.forEach((block, index) => {
    try {
      new X509Certificate(block);
    } catch {
      throw new UsageError(
        `${from}: certificate ${index + 1} in ${shown} cannot be read. Is the file cut short?`,
      );
    }
  });
  return blocks.join('\n');
}
