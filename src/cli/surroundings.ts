import { type Files, fileReason } from '../config/files.ts';
import { messageRedactor } from '../report/record/redact.ts';
import { columnsOf, type Output, painter, wantsColour } from '../text/output.ts';
import { joined, printable, printableJsonText, type Shown, shown } from '../text/shown.ts';
import { kit } from '../version.ts';

/** Everything of the process that a command looks at; tests hand in their own. */
export interface Surroundings extends Files, Secrecy {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where questions are answered; absent where nobody can. */
  readonly stdin?: NodeJS.ReadStream;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly randomSeed: () => number;
}

/** Takes keys out of messages, and the values of extra headers. */
interface Secrecy {
  /** Names a text that must not stand in any message from now on. */
  readonly keepSecret: (secret: string) => void;
  /** Takes what was named so out of a text. */
  readonly redact: (text: string) => string;
}

/** Knows no secret at first. */
export function createSecrecy(): Secrecy {
  const redactors = new Map<string, (text: string) => string>();
  return {
    keepSecret: (secret) => {
      for (const line of secret.split(/[\r\n]+/)) {
        const key = line.trim();
        if (!redactors.has(key)) redactors.set(key, messageRedactor(key));
      }
    },
    redact: (text) => [...redactors.values()].reduce((rest, redact) => redact(rest), text),
  };
}

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

/** Where texts for people are printed to. */
export function pageOf(
  { stdout, env }: Pick<Surroundings, 'stdout' | 'env'>,
  least = 0,
  most = Number.POSITIVE_INFINITY,
) {
  const colour = wantsColour(stdout, env);
  const width = Math.min(most, Math.max(least, columnsOf(stdout, env)));
  return { colour, width, paint: painter(colour) };
}

export type Page = ReturnType<typeof pageOf>;

/** A value for programs. */
export function jsonText(value: unknown): Shown {
  return printableJsonText(`${JSON.stringify(value, null, 2)}\n`);
}
