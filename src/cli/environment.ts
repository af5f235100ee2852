import type { Files } from '../config/files.ts';
import { unreplaced } from '../config/target.ts';
import { messageRedactor } from '../report/record/redact.ts';
import { columnsOf, type Output, painter, wantsColor } from '../text/output.ts';
import { joined, printable, printableJsonText, type Shown, shown } from '../text/shown.ts';
import { kit } from '../version.ts';

/** What a command uses from its process; tests replace it. */
export interface Environment extends Files, Secrecy {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The input of a person, if there is one. */
  readonly stdin?: NodeJS.ReadStream;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly randomSeed: () => number;
}

/** Redacts keys and the values of extra headers in messages. */
interface Secrecy {
  /** Adds a secret that no later message may contain. */
  readonly keepSecret: (secret: string) => void;
  readonly redact: (text: string) => string;
}

/** Creates a redactor without secrets. */
export function createSecrecy(): Secrecy {
  const redactors = new Map<string, (text: string) => string>();
  return {
    keepSecret: (secret) => {
      for (const line of secret.split(/[\r\n]+/)) {
        // A name is not secret, and messages contain it: an unreplaced variable, or NAME= before the key.
        const key = line.trim().replace(/^[A-Z][A-Z0-9]*_[A-Z0-9_]*=(?=[^=])/, '');
        if (!unreplaced.test(key) && !redactors.has(key)) redactors.set(key, messageRedactor(key));
      }
    },
    redact: (text) => [...redactors.values()].reduce((rest, redact) => redact(rest), text),
  };
}

/**
 * Describes an unexpected error, with its stack if PETSTORE_DEBUG is 1. Redacts before it escapes and cuts, because part of
 * a key would not be recognized.
 */
export function faultText(error: unknown, { env, redact }: Pick<Environment, 'env' | 'redact'>): Shown {
  const message = printable(redact(error instanceof Error ? error.message : String(error)), 300);
  const stack = env['PETSTORE_DEBUG'] === '1' && error instanceof Error ? redact(error.stack ?? '') : '';
  const lines = stack === '' ? [] : stack.split('\n').map((line) => shown`  │ ${printable(line)}\n`);
  const versions = printable(`kit ${kit.version}, Node ${process.versions.node}`);
  return joined(
    [
      shown`petstore-conformance: this is a bug in the kit, not in the target: ${message}\n`,
      shown`  Please report this line with the versions (${versions}); PETSTORE_DEBUG=1 shows the stack.\n`,
      ...lines,
    ],
    '',
  );
}

/** Returns the width and the colors of stdout, for text that people read. */
export function pageOf(
  { stdout, env }: Pick<Environment, 'stdout' | 'env'>,
  least = 0,
  most = Number.POSITIVE_INFINITY,
) {
  const color = wantsColor(stdout, env);
  const width = Math.min(most, Math.max(least, columnsOf(stdout, env)));
  return { color, width, paint: painter(color) };
}

export type Page = ReturnType<typeof pageOf>;

/** Formats a value as JSON for programs. */
export function jsonText(value: unknown): Shown {
  return printableJsonText(`${JSON.stringify(value, null, 2)}\n`);
}
