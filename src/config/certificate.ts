import { X509Certificate } from 'node:crypto';
import { UsageError } from './usage-error.ts';

const certificates = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * The certificates of a PEM text, each of which can be read. `from` says where it comes from and begins the
 * message of the UsageError that is thrown where there is none, or one cannot be read.
 */
export function readCertificates(pem: string, from: string): string {
  const blocks = pem.match(certificates) ?? [];
  if (blocks.length === 0) {
    throw new UsageError(`${from} holds no certificate in PEM form (-----BEGIN CERTIFICATE-----).`);
  }
  blocks.forEach((block, index) => {
    try {
      new X509Certificate(block);
    } catch {
      throw new UsageError(`${from}: certificate ${index + 1} cannot be read. Is it cut short?`);
    }
  });
  return blocks.join('\n');
}
