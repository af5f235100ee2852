import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { type Files, fileReason } from '../config/files.ts';
import { unreplaced } from '../config/target.ts';
import { userFiles } from '../files/load-module.ts';
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
  const shortage = shortageOf(error);
  if (shortage !== undefined)
    return shown`petstore-conformance: ${printable(fileReason(shortage))}.\n  Allow at least 256: ulimit -n 256.\n`;
  const message = printable(redact(error instanceof Error ? error.message : String(error)), 300);
  const file = userFileOf(error);
  if (file !== undefined)
    return shown`petstore-conformance: ${printable(redact(file))} threw an error outside of its checks: ${message}\n  This is not a fault of the target. There is no report.\n`;
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

/** Returns the user's file whose code threw an error. The kit throws only Errors, so anything else is from such a file. */
function userFileOf(error: unknown): string | undefined {
  const files = userFiles();
  if (!(error instanceof Error)) return files[0];
  return files.find((file) => error.stack?.includes(pathToFileURL(file).href) || error.stack?.includes(file));
}

/** Returns the error if no more files could be opened. Node.js reports a module that it could not open as missing. */
function shortageOf(error: unknown): Error | undefined {
  if (!(error instanceof Error && 'code' in error)) return undefined;
  if (['EMFILE', 'ENFILE'].includes(String(error.code))) return error;
  const [, path = ''] = /'(.+?)'/.exec(error.message) ?? [];
  // If it cannot open a package.json, Node.js names an index.js next to it, which need not exist.
  const places = [path, path.replace(/index\.js$/, 'package.json')];
  const isThere = error.code === 'ERR_MODULE_NOT_FOUND' && places.some((place) => existsSync(place));
  return isThere ? Object.assign(new Error(), { code: 'EMFILE' }) : undefined;
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
