import { printable } from '../report/escape.ts';
import { kit } from '../version.ts';
import type { Flags } from './option-values.ts';
import { type Parsed, parseCommandLine } from './parser.ts';
import type { Surroundings } from './surroundings.ts';
import { UsageError } from './usage-error.ts';

/** Carries a command out and returns the exit status. Never throws: what goes wrong becomes a line and a status. */
export async function main(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { stdout, stderr, env, redact } = surroundings;
  try {
    const parsed = parseCommandLine(args, { version: kit.version, width: stdout.columns ?? 80 });
    return await carryOut(parsed, surroundings);
  } catch (error) {
    if (error instanceof UsageError) {
      stderr.write(redact(usageText(error)));
      return 2;
    }
    stderr.write(redact(faultText(error, env)));
    return 3;
  }
}

/** Each command is loaded when it is asked for: `list` needs nothing of the HTTP client. */
async function carryOut(parsed: Parsed, surroundings: Surroundings): Promise<number> {
  if (parsed.kind === 'text') {
    surroundings.stdout.write(`${parsed.text}\n`);
    return 0;
  }
  const command = await load(parsed.name);
  return command(parsed.flags, surroundings);
}

type Command = (flags: Flags, surroundings: Surroundings) => number | Promise<number>;

async function load(name: Extract<Parsed, { kind: 'command' }>['name']): Promise<Command> {
  switch (name) {
    case 'run':
      return (await import('./commands/run.ts')).run;
    case 'serve':
      return (await import('./commands/serve.ts')).serve;
    case 'list':
      return (await import('./commands/list.ts')).list;
    case 'explain':
      return (await import('./commands/explain.ts')).explain;
  }
}

function usageText(error: UsageError): string {
  const [first = '', ...others] = error.message.split('\n');
  return [`petstore-conformance: ${first}`, ...others.map((line) => `  ${line}`), ''].join('\n');
}

/** What is said of an error that nobody foresaw: one line; where it came from only for those who ask. */
export function faultText(error: unknown, env: Surroundings['env']): string {
  const message = printable(error instanceof Error ? error.message : String(error), 300);
  const stack = env['PETSTORE_DEBUG'] === '1' && error instanceof Error ? `${error.stack ?? ''}\n` : '';
  return (
    `petstore-conformance: this is a fault of the kit, not of the target: ${message}\n` +
    `  Please report this line with the versions (kit ${kit.version}, Node ${process.versions.node}); ` +
    `PETSTORE_DEBUG=1 shows where it arose.\n${stack}`
  );
}
