import yargs from 'yargs';
import { readConfigured } from '../../config/file.ts';
import type { Files } from '../../config/files.ts';
import { flagOf, isSwitch, type Row } from '../../config/option.ts';
import { type Env, type Flags, oneOf } from '../../config/values.ts';
import { reporterNames } from '../../report/reporter.ts';
import { catalog } from '../../spec/catalog.ts';
import { escapedAlready, joined, printable, shown } from '../../text/shown.ts';
import { type CommandName, entryOf, isCommand, programName, shells } from '../commands.ts';
import type { Environment } from '../environment.ts';
import { completionFlag, completionsBy, outputOf } from '../parser.ts';

/** `completion SHELL`: prints the script of yargs that completes the command in a shell. */
export function completion(flags: Flags, { stdout }: Environment): number {
  const shell = oneOf({ text: String(flags['shell']), from: 'the shell', byFlag: true }, shells);
  // yargs uses the syntax of the shell that SHELL names, which may be another one.
  const call = `${programName} ${completionFlag}`;
  const script = scriptFor(shell)
    .replaceAll(call, `SHELL=${shell} ${call}`)
    .replaceAll(`${programName} completion >>`, `${programName} completion ${shell} >>`);
  stdout.write(escapedAlready(`${script}\n`));
  return 0;
}

/** Returns the script for a shell. yargs detects the shell by these two variables. */
function scriptFor(shell: (typeof shells)[number]): string {
  const { SHELL, ZSH_NAME } = process.env;
  try {
    process.env['SHELL'] = shell;
    delete process.env['ZSH_NAME'];
    return outputOf(yargs().scriptName(programName).completion('completion'), ['completion']);
  } finally {
    for (const [name, value] of Object.entries({ SHELL, ZSH_NAME }))
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  }
}

type Sources = Files & { readonly env: Env };

/** Prints the completions of a line, in the format that the scripts of yargs expect. */
export async function respondShell(line: readonly string[], environment: Environment): Promise<number> {
  const found = await completionsOf(line, environment);
  environment.stdout.write(shown`${joined(found.map((word) => printable(word)))}\n`);
  return 0;
}

/**
 * Returns the completions of a line, whose first word is the program. Returns none for a value that only the user knows:
 * the shell then offers files.
 */
export async function completionsOf(line: readonly string[], sources: Sources): Promise<readonly string[]> {
  const { words, prefix } = splitAtEquals(line);
  const command = words.slice(1, -1).find(isCommand);
  if (command === undefined) return completionsBy(words, {});
  const [current = '', previous = ''] = words.toReversed();
  const options = Object.entries(entryOf(command).options);
  const wanted = options.find(([name, row]) => previous === `--${flagOf(name)}` && !isSwitch(row));
  if (wanted === undefined) return completionsBy(words, { id: catalog.map(({ id }) => id), shell: shells });
  const values = await valuesOf(wanted, command, words, sources);
  // The value may be a list with commas.
  const before = current.slice(0, current.lastIndexOf(',') + 1);
  return values
    .map((value) => before + value)
    .filter((value) => value.startsWith(current))
    .map((value) => prefix + value);
}

/** Splits `--plan=free`, which a shell may pass as one word, or as three. */
function splitAtEquals(line: readonly string[]): { words: readonly string[]; prefix: string } {
  const words = line.filter((word) => word !== '=');
  const [, flag, value] = /^(--[^=]+)=(.*)$/s.exec(words.at(-1) ?? '') ?? [];
  return flag === undefined || value === undefined
    ? { words, prefix: '' }
    : { words: [...words.slice(0, -1), flag, value], prefix: `${flag}=` };
}

/** Returns the known values of an option. */
async function valuesOf(
  [name, { choices = [], kind }]: readonly [string, Row],
  command: CommandName,
  words: readonly string[],
  sources: Sources,
): Promise<readonly string[]> {
  if (kind === 'seed') return ['random', 'date'];
  if (kind === 'ids' || name === 'finding') {
    const tested = catalog.filter(({ level }) => level !== 'not-testable').map(({ id }) => id);
    return [...new Set(tested.map((id) => `${id.split('.')[0]}.*`)), ...tested];
  }
  if (name === 'reporter') return reporterNames;
  if (name === 'target' && command !== 'init') return targets(words, sources);
  if (name === 'defect' || name === 'variant' || (name === 'only' && command === 'gallery')) {
    const [{ defects }, { variants }] = await Promise.all([
      import('../../../reference-server/defects/index.ts'),
      import('../../../reference-server/variants/index.ts'),
    ]);
    const servers = name === 'defect' ? defects : name === 'variant' ? variants : [...defects, ...variants];
    return servers.map(({ id }) => id);
  }
  return choices.map(String);
}

/** Returns the targets of the configuration. If it cannot be read, returns none: the next run reports why. */
function targets(words: readonly string[], sources: Sources): readonly string[] {
  const at = words.indexOf('--config');
  try {
    return readConfigured(at < 0 ? {} : { config: words[at + 1] }, { ...sources, env: {} }).choice;
  } catch {
    return [];
  }
}
