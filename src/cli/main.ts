import { UsageError } from '../config/messages.ts';
import type { Flags } from '../config/values.ts';
import { columnsOf } from '../text/output.ts';
import { escapedAlready, joined, printableWhole, type Shown, shown } from '../text/shown.ts';
import { kit } from '../version.ts';
import type { CommandName } from './commands.ts';
import { type Parsed, parseCommandLine } from './parser.ts';
import { faultText, type Surroundings } from './surroundings.ts';

/** Carries a command out and returns the exit status. Never throws: what goes wrong becomes a line and a status. */
export async function main(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { env, stdout, stderr, redact } = surroundings;
  try {
    const parsed = parseCommandLine(args, { version: kit.version, width: columnsOf(stdout, env) });
    return await carryOut(parsed, surroundings);
  } catch (error) {
    if (error instanceof UsageError) {
      stderr.write(usageText(error, redact));
      const { tellStepOfRefusal } = await import('./github-step.ts');
      await tellStepOfRefusal(redact(error.message), surroundings);
      return 2;
    }
    stderr.write(faultText(error, surroundings));
    return 3;
  }
}

async function carryOut(parsed: Parsed, surroundings: Surroundings): Promise<number> {
  if (parsed.kind === 'text') {
    surroundings.stdout.write(escapedAlready(`${parsed.text}\n`));
    return 0;
  }
  if (parsed.kind === 'choice') {
    const { answerShell } = await import('./commands/completion.ts');
    return answerShell(parsed.words, surroundings);
  }
  const command = await load[parsed.name]();
  return command(parsed.flags, surroundings);
}

type Command = (flags: Flags, surroundings: Surroundings) => number | Promise<number>;

/** Each command is loaded when it is asked for: `list` needs nothing of the HTTP client. */
const load: Readonly<Record<CommandName, () => Promise<Command>>> = {
  run: async () => (await import('./commands/run.ts')).run,
  replay: async () => (await import('./commands/replay.ts')).replay,
  report: async () => (await import('./commands/report.ts')).report,
  diff: async () => (await import('./commands/diff.ts')).diff,
  waive: async () => (await import('./commands/waive.ts')).waive,
  judge: async () => (await import('./commands/judge.ts')).judge,
  serve: async () => (await import('./commands/serve.ts')).serve,
  list: async () => (await import('./commands/list.ts')).list,
  explain: async () => (await import('./commands/explain.ts')).explain,
  init: async () => (await import('./commands/init.ts')).init,
  gallery: async () => (await import('./commands/gallery.ts')).gallery,
  completion: async () => (await import('./commands/completion.ts')).completion,
};

/** Longer lines quote something that is not worth reading to its end. */
const longestLine = 400;

function usageText(error: UsageError, redact: Surroundings['redact']): Shown {
  const [first = '', ...others] = redact(error.message).split('\n');
  // The one writer of these messages: parts of them come from documents, servers and users.
  const lines = [`petstore-conformance: ${first}`, ...others.map((line) => `  ${line}`)].map((line) =>
    printableWhole(line.length > longestLine ? `${line.slice(0, longestLine)}…` : line),
  );
  return shown`${joined(lines)}\n`;
}
