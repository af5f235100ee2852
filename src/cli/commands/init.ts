import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { targetNames, variableNames } from '../../config/file.ts';
import { quoted, UsageError } from '../../config/messages.ts';
import { defaultOf } from '../../config/option.ts';
import { readBaseUrl } from '../../config/target.ts';
import { type Flags, type Given, oneOf, optionValues } from '../../config/values.ts';
import { makeFolder } from '../../files/write-file.ts';
import { isPipeline } from '../../report/terminal/progress.ts';
import { plans } from '../../spec/operations.ts';
import { definedOnly } from '../../text/defined-only.ts';
import { printableWhole, shown } from '../../text/shown.ts';
import { kit } from '../../version.ts';
import { commands } from '../commands.ts';
import type { Environment } from '../environment.ts';
import { exitWith } from '../exit.ts';
import { unwritable, writeNamed } from '../named-files.ts';
import { filesFor, type InitValues } from './init-files.ts';

/**
 * `init`: writes a configuration and workflows. On a terminal, asks for missing options; elsewhere uses defaults. Without
 * `--force`, writes nothing if one of the files exists.
 */
export async function init(flags: Flags, environment: Environment): Promise<number> {
  const values = optionValues(commands.init.options, flags);
  const { ask, end } = await questioner(environment);
  const chosen = await gather((name, ...rest) => ask(values.text(name), ...rest)).finally(end);
  const files = filesFor(chosen, !values.on('noWorkflows'));
  const existing = files.map(({ path }) => path).filter((path) => existsSync(path));
  if (existing.length > 0 && !values.on('force'))
    throw new UsageError(
      `already there: ${existing.join(', ')}. Nothing was written.\n--force overwrites existing files.`,
    );
  // All folders first: a folder that cannot be made must not leave half of the files behind.
  for (const { path } of files)
    try {
      makeFolder(dirname(path));
    } catch (error) {
      throw unwritable(path, error);
    }
  for (const { path, text } of files) {
    await writeNamed(path, text);
    environment.stdout.write(shown`wrote ${printableWhole(path)}\n`);
  }
  const secret = files.length > 1 ? ', and into a repository secret of that name' : '';
  environment.stdout.write(
    shown`\nNext: put the key into the variable ${printableWhole(chosen.keyVariable)}${secret}. Then\n  npx petstore-conformance run --target ${printableWhole(chosen.target)}\n`,
  );
  return 0;
}

type Options = typeof commands.init.options;

/** Gathers the values one question at a time, and checks each at once. */
async function gather(
  ask: <Value>(
    name: keyof Options,
    question: string,
    standard: string,
    read: (given: Given) => Value,
  ) => Promise<Value>,
): Promise<InitValues> {
  const { options } = commands.init;
  const localUrlStandard = defaultOf(options.localUrl);
  const readUrl = (given: Given) => readBaseUrl(given, true);
  const baseUrl = await ask(
    'baseUrl',
    'Base URL of the server to test every night, ending in /v1',
    'https://staging.petstore.example/v1',
    readUrl,
  );
  const target = await ask('target', 'Name for it', defaultOf(options.target), (given) =>
    readName(given, targetNames, 'letters, digits and . _ -, beginning with a letter or digit'),
  );
  const plan = await ask('plan', `Its plan (${plans.join(', ')}), or empty`, '', (given) =>
    given.text === '' ? undefined : oneOf(given, plans),
  );
  const keyQuestion = 'Variable and secret with its key';
  const keyVariable = await ask('keyVariable', keyQuestion, defaultOf(options.keyVariable), (given) =>
    readName(given, variableNames, 'letters, digits and _, beginning with a letter or _'),
  );
  const startQuestion = 'Command that starts the server in a pull request, or empty for no CI gate';
  const start = await ask('start', startQuestion, '', ({ text, from }) => {
    if (/[\r\n]/.test(text))
      throw new UsageError(`${from} has more than one line. Put the lines into a script.`);
    return text === '' ? undefined : text;
  });
  const localUrl =
    start === undefined
      ? localUrlStandard
      : await ask('localUrl', 'Base URL of that server', localUrlStandard, readUrl);
  return { target, baseUrl, keyVariable, localUrl, version: kit.version, ...definedOnly({ plan, start }) };
}

function readName({ text, from }: Given, allowed: string, wanted: string): string {
  if (new RegExp(allowed).test(text)) return text;
  throw new UsageError(`${from} must be ${wanted}, not ${quoted(text)}.`);
}

/** Returns the value of an option, else what the user types, else the default. `read` throws a UsageError if it is wrong. */
type Ask = <Value>(
  given: Given | undefined,
  question: string,
  standard: string,
  read: (given: Given) => Value,
) => Promise<Value>;

/** Asks on a terminal until the value is valid; elsewhere uses the default and never waits. */
async function questioner({ env, stdin, stderr }: Environment): Promise<{ ask: Ask; end: () => void }> {
  if (stdin?.isTTY !== true || stderr.isTTY !== true || isPipeline(env)) {
    const ask: Ask = async (given, _question, standard, read) =>
      read(given ?? { text: standard, from: 'the default', byFlag: false });
    return { ask, end: () => {} };
  }
  const { createInterface } = await import('node:readline/promises');
  const terminal = createInterface({ input: stdin, output: stderr as NodeJS.WriteStream });
  let done = false;
  // On Ctrl-C, or at the end of the input.
  terminal.on('close', () => {
    if (done) return;
    stderr.write(shown`\nNothing was written.\n`);
    exitWith(130);
  });
  const ask: Ask = async (given, question, standard, read) => {
    if (given !== undefined) return read(given);
    for (;;) {
      const typed = await terminal.question(`${question}${standard === '' ? '' : ` [${standard}]`}: `);
      try {
        return read({ text: typed.trim() || standard, from: 'the value', byFlag: true });
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
