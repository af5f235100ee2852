import { fileReason } from '../config/files.ts';
import { UsageError } from '../config/messages.ts';
import type { Flags } from '../config/values.ts';
import { columnsOf } from '../text/output.ts';
import { escapedAlready, joined, printable, type Shown, shown } from '../text/shown.ts';
import type { CommandName } from './commands.ts';
import { type Environment, faultText } from './environment.ts';
import { parseCommandLine } from './parser.ts';

/** Runs a command and returns the exit status. Never throws: an error becomes a message and a status. */
export async function main(args: readonly string[], environment: Environment): Promise<number> {
  const { env, stdout, stderr, redact } = environment;
  try {
    checkWorkingDirectory();
    let status = 0;
    const act = async (name: CommandName, flags: Flags): Promise<void> => {
      // The parser has checked the flags against the table of the command.
      status = await (await load[name]())(flags as never, environment);
    };
    const text = await parseCommandLine(args, { act, width: columnsOf(stdout, env) });
    if (text !== '') stdout.write(escapedAlready(`${text.trimEnd()}\n`));
    return status;
  } catch (error) {
    if (!(error instanceof UsageError)) {
      stderr.write(faultText(error, environment));
      return 3;
    }
    // The message is redacted before it is cut.
    const message = redact(error.message);
    stderr.write(usageText(message));
    // GitHub shows annotations of a failed step before anything else.
    if (env['GITHUB_ACTIONS'] === 'true') {
      const { workflowCommand } = await import('../report/github.ts');
      const command = workflowCommand('error', 'petstore-conformance', message.split('\n'));
      stdout.write(escapedAlready(`${command}\n`));
    }
    return 2;
  }
}

/** Throws a UsageError if the working directory was deleted. */
function checkWorkingDirectory(): void {
  try {
    process.cwd();
  } catch (error) {
    throw new UsageError(
      `the working directory cannot be used: ${fileReason(error)}.\nChange to another one with cd.`,
    );
  }
}

type Command = (flags: never, environment: Environment) => number | Promise<number>;

/** Loads a command only when it runs: `list` does not need the HTTP client. */
const load: Readonly<Record<CommandName, () => Promise<Command>>> = {
  run: async () => (await import('./commands/run.ts')).run,
  replay: async () => (await import('./commands/replay.ts')).replay,
  report: async () => (await import('./commands/reports.ts')).report,
  diff: async () => (await import('./commands/reports.ts')).diff,
  compare: async () => (await import('./commands/compare.ts')).compare,
  accept: async () => (await import('./commands/accept.ts')).accept,
  serve: async () => (await import('./commands/serve.ts')).serve,
  list: async () => (await import('./commands/list.ts')).list,
  explain: async () => (await import('./commands/explain.ts')).explain,
};

/**
 * The maximum length of a line of a message, in characters. Only lines that quote outside text can be longer, and they are
 * cut.
 */
const longestLine = 400;

/** Formats a message. All messages that quote outside text pass through here. */
function usageText(message: string): Shown {
  const lines = `petstore-conformance: ${message}`.split('\n').map((line) => printable(line, longestLine));
  return shown`${joined(lines, '\n  ')}\n`;
}
