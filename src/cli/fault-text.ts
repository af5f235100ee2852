import { fileReason } from '../config/file-reason.ts';
import { joined, printable, type Shown, shown } from '../report/escape.ts';
import { kit } from '../version.ts';
import type { Surroundings } from './surroundings.ts';

/**
 * What is said of an error that nobody foresaw: a line, and where it came from for those who ask. The texts are
 * redacted before they are escaped and cut: half a key would not be recognised.
 */
export function faultText(error: unknown, { env, redact }: Pick<Surroundings, 'env' | 'redact'>): Shown {
  if (error instanceof Error && 'code' in error && ['EMFILE', 'ENFILE'].includes(String(error.code)))
    return shown`petstore-conformance: ${printable(fileReason(error))}.\n  Let it open 256 at least: ulimit -n 256.\n`;
  const message = printable(redact(error instanceof Error ? error.message : String(error)), 300);
  const stack = env['PETSTORE_DEBUG'] === '1' && error instanceof Error ? redact(error.stack ?? '') : '';
  const lines = stack === '' ? [] : stack.split('\n').map((line) => shown`  │ ${printable(line)}\n`);
  const versions = printable(`kit ${kit.version}, Node ${process.versions.node}`);
  return joined(
    [
      shown`petstore-conformance: this is a fault of the kit, not of the target: ${message}\n`,
      shown`  Please report this line with the versions (${versions}); PETSTORE_DEBUG=1 shows where it arose.\n`,
      ...lines,
    ],
    '',
  );
}
