import { existsSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { targetNames, variableNames } from '../../config/file.ts';
import { fileReason } from '../../config/files.ts';
import { quoted, UsageError } from '../../config/messages.ts';
import { defaultOf } from '../../config/option.ts';
import { readBaseUrl } from '../../config/target.ts';
import { type Flags, type Given, type OptionValues, oneOf, optionValues } from '../../config/values.ts';
import { makeFolder, writeWhole } from '../../files/write-file.ts';
import { isPipeline } from '../../report/terminal/progress.ts';
import { plans } from '../../spec/plans.ts';
import { definedOnly } from '../../text/defined-only.ts';
import { printableWhole, shown } from '../../text/shown.ts';
import { kit } from '../../version.ts';
import { commands, type OptionsOf } from '../commands.ts';
import { type Answers, configFile, gateWorkflow, type NewFile, nightlyWorkflow } from '../init-files.ts';
import { endedBySignal, leave } from '../leaving.ts';
import type { Surroundings } from '../surroundings.ts';

/**
 * `init`: writes a configuration and workflows. What no option gives is asked for on a terminal, and has a
 * default elsewhere. Files that are there already are left alone, all of them or none, unless `--force` is given.
 */
export async function init(flags: Flags, surroundings: Surroundings): Promise<number> {
  const values = optionValues(commands.init.options, flags);
  const { ask, end } = await questioner(surroundings);
  let answers: Answers;
  try {
    answers = await gather(values, ask);
  } finally {
    end();
  }
  const { start, keyVariable, target } = answers;
  const files = [configFile(answers)];
  if (!values.on('noWorkflows')) {
    files.push(nightlyWorkflow(answers));
    if (start !== undefined) files.push(gateWorkflow({ ...answers, start }));
  }
  if (!values.on('force')) refuseToOverwrite(files);
  await endedBySignal(async () => {
    // All folders before the first file: one that cannot be made should not leave a part behind.
    for (const { path } of files) await told(path, async () => makeFolder(dirname(path)));
    for (const { path, text } of files) {
      await told(path, () => writeWhole(dirname(path), basename(path), text));
      surroundings.stdout.write(shown`wrote ${printableWhole(path)}\n`);
    }
  });
  const secret = files.length > 1 ? ', and into a secret of that name in the repository' : '';
  surroundings.stdout.write(
    shown`\nNext: put the key into the variable ${printableWhole(keyVariable)}${secret}. Then\n  npx petstore-conformance run --target ${printableWhole(target)}\n`,
  );
  return 0;
}

/** Does what may fail for reasons of the file system, and says of which file. */
async function told(path: string, act: () => Promise<unknown>): Promise<void> {
  await act().catch((error: unknown) => {
    throw new UsageError(`${quoted(path)} could not be written: ${fileReason(error)}.`);
  });
}

/** The answers, each checked when it is given; a wrong one from the terminal is asked for again. */
async function gather(values: OptionValues<OptionsOf<'init'>>, ask: Ask): Promise<Answers> {
  const url = await ask(values.text('baseUrl'), {
    question: 'Address of the service that is tested every night, ending in /v1',
    standard: 'https://staging.petstore.example/v1',
    read: (given) => readBaseUrl(given, true),
  });
  const target = await ask(values.text('target'), {
    question: 'A name for it',
    standard: defaultOf(commands.init.options.target),
    read: (given) => named(given, targetNames, 'letters, digits and . _ -'),
  });
  const plan = await ask(values.text('plan'), {
    question: `Its plan (${plans.join(', ')}), or nothing`,
    standard: '',
    read: (given) => (given.text === '' ? undefined : oneOf(given, plans)),
  });
  const keyVariable = await ask(values.text('keyVariable'), {
    question: 'The variable and the secret that hold its key',
    standard: defaultOf(commands.init.options.keyVariable),
    read: (given) => named(given, variableNames, 'letters, digits and _'),
  });
  const start = await ask(values.text('start'), {
    question: 'How a pull request starts the service, or nothing for no gate',
    standard: '',
    read: ({ text, from }) => {
      if (/[\r\n]/.test(text))
        throw new UsageError(`${from} has more than one line. Put them into a script.`);
      return text;
    },
  });
  const localUrl =
    start === ''
      ? defaultOf(commands.init.options.localUrl)
      : await ask(values.text('localUrl'), {
          question: 'Where it listens then',
          standard: defaultOf(commands.init.options.localUrl),
          read: (given) => readBaseUrl(given, true),
        });
  return {
    ...{ target, baseUrl: url, keyVariable, localUrl, version: kit.version },
    ...definedOnly({ plan, start: start === '' ? undefined : start }),
  };
}

function named({ text, from }: Given, allowed: string, letters: string): string {
  if (new RegExp(allowed).test(text)) return text;
  throw new UsageError(`${from} takes ${letters}, not ${quoted(text)}.`);
}

function refuseToOverwrite(files: readonly NewFile[]): void {
  const there = files.map(({ path }) => path).filter((path) => existsSync(path));
  if (there.length === 0) return;
  throw new UsageError(
    `${there.join(', ')} ${there.length === 1 ? 'is' : 'are'} there already; nothing was written.\n--force writes over ${there.length === 1 ? 'it' : 'them'}.`,
  );
}

/** One question of a command, and how its answer is read; `read` throws a UsageError for a wrong one. */
interface Question<Answer> {
  readonly question: string;
  readonly standard: string;
  readonly read: (given: Given) => Answer;
}

/** The answer: what an option gives, else what is typed, else the default. */
type Ask = <Answer>(given: Given | undefined, question: Question<Answer>) => Promise<Answer>;

/** Asks on a terminal only: where nobody can answer, defaults are taken, and nothing waits. */
async function questioner({ env, stdin, stderr }: Surroundings): Promise<{ ask: Ask; end: () => void }> {
  if (stdin?.isTTY !== true || stderr.isTTY !== true || isPipeline(env)) {
    const ask: Ask = async (given, { standard, read }) =>
      read(given ?? { text: standard, from: 'the default', byFlag: false });
    return { ask, end: () => {} };
  }
  const { createInterface } = await import('node:readline/promises');
  const terminal = createInterface({ input: stdin, output: stderr as NodeJS.WriteStream });
  let done = false;
  // Ctrl-C, or the end of the input, in the middle of a question.
  terminal.on('close', () => {
    if (done) return;
    stderr.write(shown`\nNothing was written.\n`);
    leave(130);
  });
  const ask: Ask = async (given, { question, standard, read }) => {
    if (given !== undefined) return read(given);
    for (;;) {
      const typed = (
        await terminal.question(standard === '' ? `${question}: ` : `${question} [${standard}]: `)
      ).trim();
      try {
        return read({ text: typed === '' ? standard : typed, from: 'the answer', byFlag: true });
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        stderr.write(shown`${printableWhole(error.message)}\n`);
      }
    }
  };
  const end = (): void => {
    done = true;
    terminal.close();
  };
  return { ask, end };
}
