import { pathToFileURL } from 'node:url';
import { unreplaced } from '../config/target.ts';
import { userFiles } from '../files/load-module.ts';
import { createRedactor } from '../report/record/redact.ts';
import { brokenFor } from '../text/layout.ts';
import { columnsOf, type Output, painter, redactedOutput, wantsColor } from '../text/output.ts';
import { joined, printable, printableJsonText, printableWhole, type Shown, shown } from '../text/shown.ts';
import { kit } from '../version.ts';

/** The parts of the process that a command uses. Tests replace them. */
export interface Environment extends Secrecy {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: Output;
  readonly stderr: Output;
}

/** Redacts keys in everything that is written. */
interface Secrecy {
  /** Adds a secret that no later output may contain. */
  readonly keepSecret: (secret: string) => void;
  /** Redacts a message that does not go to a stream, because only the streams redact what they write. */
  readonly redact: (text: string) => string;
}

/**
 * Returns functions that redact, and streams that never write the key in `env` or any secret that was passed to
 * `keepSecret`.
 */
export function createSecrecy({ env, stdout, stderr }: Omit<Environment, keyof Secrecy>): Environment {
  const redactors = new Map<string, (text: string) => string>();
  const secrecy: Secrecy = {
    keepSecret: (secret) => {
      for (const line of secret.split(/[\r\n]+/)) {
        // Messages may quote a variable that was not replaced, and the NAME= before a key, because the name of a variable is
        // not secret.
        const key = line.trim().replace(/^[A-Z][A-Z0-9]*_[A-Z0-9_]*=(?=[^=])/, '');
        if (!unreplaced.test(key) && !redactors.has(key)) redactors.set(key, createRedactor({ key }));
      }
    },
    redact: (text) => [...redactors.values()].reduce((rest, redact) => redact(rest), text),
  };
  secrecy.keepSecret(env['PETSTORE_API_KEY'] ?? '');
  return {
    ...secrecy,
    env,
    stdout: redactedOutput(stdout, secrecy.redact),
    stderr: redactedOutput(stderr, secrecy.redact),
  };
}

/** Describes an unexpected error, with its stack if PETSTORE_DEBUG is 1. */
export function faultText(error: unknown, { env }: Pick<Environment, 'env'>): Shown {
  const message = printable(error instanceof Error ? error.message : String(error), 300);
  const file = userFileOf(error);
  if (file !== undefined)
    return shown`petstore-conformance: ${printable(file)} threw an error outside of its checks: ${message}\n  This is not a fault of the target. There is no report.\n`;
  const stack = env['PETSTORE_DEBUG'] === '1' && error instanceof Error ? (error.stack ?? '') : '';
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

/** Returns the user's file whose code threw an error. The kit throws only Errors, so any other value comes from such a file. */
function userFileOf(error: unknown): string | undefined {
  const files = userFiles();
  if (!(error instanceof Error)) return files[0];
  return files.find((file) => error.stack?.includes(pathToFileURL(file).href) || error.stack?.includes(file));
}

/** Returns the width, within the given bounds, and the colors for text that people read on stdout. */
export function pageOf(
  { stdout, env }: Pick<Environment, 'stdout' | 'env'>,
  minWidth = 0,
  maxWidth = Number.POSITIVE_INFINITY,
) {
  const color = wantsColor(stdout, env);
  const width = Math.min(maxWidth, Math.max(minWidth, columnsOf(stdout, env)));
  return { color, width, paint: painter(color) };
}

/** Returns a function that writes notes to stderr, in lines that fit the terminal, unless `quiet` is set. */
export function notesTo({ stderr }: Pick<Environment, 'stderr'>, quiet = false): (text: string) => void {
  return (text) => {
    if (!quiet) stderr.write(shown`${brokenFor(stderr, printableWhole(text))}\n`);
  };
}

/** Formats a value as JSON for programs. */
export function jsonText(value: unknown): Shown {
  return printableJsonText(`${JSON.stringify(value, null, 2)}\n`);
}
