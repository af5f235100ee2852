import yargs from 'yargs';
import { readConfigured } from '../../config/file.ts';
import type { Files } from '../../config/files.ts';
import { flagOf, isSwitch, type Row } from '../../config/option.ts';
import { type Env, type Flags, oneOf } from '../../config/values.ts';
import { reporterNames } from '../../report/reporter.ts';
import { ledger } from '../../spec/ledger.ts';
import { escapedAlready, joined, printable, shown } from '../../text/shown.ts';
import { type CommandName, commandNames, programName, rowOf, shells } from '../commands.ts';
import { completionFlag, completionsBy, outputOf } from '../parser.ts';
import type { Surroundings } from '../surroundings.ts';

/** `completion SHELL`: prints the script of yargs by which the shell completes the command at the Tab key. */
export function completion(flags: Flags, { stdout }: Surroundings): number {
  const shell = oneOf({ text: String(flags['shell']), from: 'completion', byFlag: true }, shells);
  // Whatever the user's usual shell is: yargs goes by that when it is asked what can stand at the cursor.
  const asked = `${programName} ${completionFlag}`;
  const script = scriptFor(shell)
    .replaceAll(asked, `SHELL=${shell} ${asked}`)
    .replaceAll(`${programName} completion >>`, `${programName} completion ${shell} >>`);
  stdout.write(escapedAlready(`${script}\n`));
  return 0;
}

/** yargs writes the script of the shell that SHELL names, and has no other way to be told. */
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

/** Prints what can stand at the end of a line, as the scripts of yargs want it. */
export async function answerShell(line: readonly string[], surroundings: Surroundings): Promise<number> {
  const found = await completionsOf(line, surroundings);
  surroundings.stdout.write(shown`${joined(found.map((word) => printable(word)))}\n`);
  return 0;
}

/**
 * What can stand at the end of a line, the name of the program being its first word. Nothing where a value is wanted that
 * only the user knows: the shell offers files then.
 */
export async function completionsOf(line: readonly string[], sources: Sources): Promise<readonly string[]> {
  const { words, prefix } = splitAtEquals(line);
  const command = commandNames.find((name) => words.slice(1, -1).includes(name));
  if (command === undefined) return completionsBy(words, new Map());
  const [current = '', previous = ''] = words.toReversed();
  const options = Object.entries(rowOf(command).options);
  const wanted = options.find(([name, row]) => previous === `--${flagOf(name)}` && !isSwitch(row));
  if (wanted === undefined)
    return completionsBy(words, new Map(Object.entries(positionals).map(([name, all]) => [name, all()])));
  const values = await valuesOf(wanted, command, words, sources);
  // Several may stand there with commas between them.
  const before = current.slice(0, current.lastIndexOf(',') + 1);
  return values
    .map((value) => before + value)
    .filter((value) => value.startsWith(current))
    .map((value) => prefix + value);
}

/** What words that are no options are taken from, by their names. */
const positionals: Readonly<Record<string, () => readonly string[]>> = {
  id: () => ledger.map(({ id }) => id),
  shell: () => shells,
};

/** What a run can be asked for. */
const tested = ledger.filter(({ level }) => level !== 'excluded').map(({ id }) => id);

/** A shell may hand `--plan=free` over as one word, or as three. */
function splitAtEquals(line: readonly string[]): { words: readonly string[]; prefix: string } {
  const words = line.filter((word) => word !== '=');
  const [, flag, value] = /^(--[^=]+)=(.*)$/s.exec(words.at(-1) ?? '') ?? [];
  return flag === undefined || value === undefined
    ? { words, prefix: '' }
    : { words: [...words.slice(0, -1), flag, value], prefix: `${flag}=` };
}

/** The values of an option that are known. */
async function valuesOf(
  [name, { choices = [], kind }]: readonly [string, Row],
  command: CommandName,
  words: readonly string[],
  sources: Sources,
): Promise<readonly string[]> {
  if (kind === 'seed') return ['random'];
  if (kind === 'ids' || name === 'finding')
    return [...new Set(tested.map((id) => `${id.split('.')[0]}.*`)), ...tested];
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

/** The targets of the configuration; none where it cannot be read, for nobody asked for its faults now. */
function targets(words: readonly string[], sources: Sources): readonly string[] {
  const at = words.indexOf('--config');
  try {
    return readConfigured(at < 0 ? {} : { config: words[at + 1] }, { ...sources, env: {} }).choice;
  } catch {
    return [];
  }
}
