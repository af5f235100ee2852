import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  readTargets,
  standardConfigFile,
  type Targets,
  targetNames,
  variableNames,
} from '../../config/file.ts';
import { fileReason } from '../../config/files.ts';
import { quoted, UsageError } from '../../config/messages.ts';
import { defaultOf } from '../../config/option.ts';
import { readBaseUrl } from '../../config/target.ts';
import { type Flags, type Given, type OptionValues, oneOf, optionValues } from '../../config/values.ts';
import { makeFolder } from '../../files/write-file.ts';
import { isPipeline } from '../../report/terminal/progress.ts';
import { plans } from '../../spec/operations.ts';
import { definedOnly } from '../../text/defined-only.ts';
import { joined, printableWhole, type Shown, shown } from '../../text/shown.ts';
import { kit } from '../../version.ts';
import { commands } from '../commands.ts';
import type { Environment } from '../environment.ts';
import { exitWith } from '../exit.ts';
import { unwritable, writeNamed } from '../named-files.ts';
import { type FileName, filesFor, gitlabInclude, type InitFile, type InitValues } from './init-files.ts';

/**
 * `init`: writes a configuration and pipelines. On a terminal, asks for missing options; elsewhere uses defaults. Keeps each
 * file that exists, unless `--force` names it, so that a later call can add the CI gate.
 */
export async function init(flags: Flags, environment: Environment): Promise<number> {
  const values = optionValues(commands.init.options, flags);
  const replaced = values.value('force');
  const isReplaced = (name: FileName) => replaced === name || (replaced === 'all' && name !== 'include');
  if (isReplaced('config') && existsSync(standardConfigFile) && values.text('baseUrl') === undefined)
    throw new UsageError(
      `--force ${replaced} replaces ${standardConfigFile}, with its base URL and your changes.\nAdd --base-url, or change the file by hand.`,
    );
  const targets = isReplaced('config') ? undefined : readTargets(standardConfigFile, environment);
  const kept = targets && keptBy(targets, values);
  const { ask, end } = await questioner(environment);
  const given = (name: keyof Options) => values.text(name) ?? kept?.(name);
  const gathered = await gather((name, ...rest) => ask(given(name), ...rest)).finally(end);
  const chosen = { ...gathered, ...pipelineOf(gathered.start, values) };
  const files = filesFor(chosen, !values.on('noWorkflows')).map((file) => ({
    ...file,
    before: existsSync(file.path) ? readText(file.path, environment) : undefined,
  }));
  if (replaced !== undefined && replaced !== 'all' && files.every(({ name }) => name !== replaced))
    throw new UsageError(
      `--force ${replaced} names a file that this command does not write.\n${replaced === 'gate' ? 'Add --start, without --no-workflows.' : 'Remove --no-workflows.'}`,
    );
  const isWritten = ({ name, text, before }: (typeof files)[number]) =>
    before === undefined || (isReplaced(name) && before !== text);
  const written = files.filter(isWritten);
  // All folders first: a folder that cannot be made must not leave half of the files behind.
  for (const { path } of written)
    try {
      makeFolder(dirname(path));
    } catch (error) {
      throw unwritable(path, error);
    }
  for (const file of files) {
    const { name, path, text, before } = file;
    if (isWritten(file)) {
      await writeNamed(path, text);
      environment.stdout.write(
        shown`${before === undefined ? 'wrote' : 'replaced'} ${printableWhole(path)}\n`,
      );
    } else {
      const reason = printableWhole(reasonToKeep(name, text, before));
      environment.stdout.write(shown`kept ${printableWhole(path)} (${reason})\n`);
    }
  }
  const notes = [
    ...(chosen.baseUrl === placeholderUrl && values.text('baseUrl') === undefined
      ? [
          `${standardConfigFile} contains a placeholder: replace ${placeholderUrl} with the base URL of your server.`,
        ]
      : []),
    ...(values.text('package') === undefined && files.length > 1
      ? [
          `The pipelines run ${chosen.kit} from the registry. Until it is published, use --package (docs/guides/install.md).`,
        ]
      : []),
    ...(/^\/?reports\/?$/m.test(existsSync('.gitignore') ? readText('.gitignore', environment) : '')
      ? []
      : ['Add reports/ to .gitignore.']),
  ].map((line) => shown`${printableWhole(line)}\n`);
  environment.stdout.write(joined([shown`\n`, ...notes, ...nextSteps(chosen, files)], ''));
  return 0;
}

const placeholderUrl = 'https://staging.petstore.example/v1';

function readText(path: string, { readFile }: Environment): string {
  try {
    return Buffer.from(readFile(path, 1024 * 1024)).toString('utf8');
  } catch (error) {
    throw new UsageError(`cannot read ${quoted(path)}: ${fileReason(error)}.`);
  }
}

function reasonToKeep(name: FileName, text: string, before: string | undefined): string {
  if (before === text) return 'up to date';
  // A configuration may have any targets, and .gitlab-ci.yml other jobs.
  return name === 'config' || name === 'include'
    ? 'it exists'
    : `it exists and differs; --force ${name} replaces it`;
}

/** Says what is left to do: secrets, the schedule, and the next command. */
function nextSteps(
  { target, keyVariable, start, ci }: InitValues,
  files: readonly (InitFile & { readonly before: string | undefined })[],
): Shown[] {
  const named = (wanted: FileName) => files.find(({ name }) => name === wanted);
  const secret = ci === 'github' ? 'repository secret' : 'masked CI/CD variable';
  const include = named('include')?.before;
  const again = named('nightly') === undefined ? '' : `, and into a ${secret} of that name`;
  return [
    ...(include === undefined || include.includes('.gitlab/petstore-')
      ? []
      : [
          'Add this to .gitlab-ci.yml:',
          ...gitlabInclude
            .trimEnd()
            .split('\n')
            .map((line) => `  ${line}`),
        ]),
    ...(named('gate') === undefined
      ? []
      : [
          `Put a key that the server of "${start}" accepts into the ${secret} PETSTORE_API_KEY.`,
          ...(keyVariable === 'PETSTORE_API_KEY'
            ? [
                `It must not be the key of ${target}: code of pull requests can read it. Give ${target} another keyVariable.`,
              ]
            : []),
        ]),
    ...(ci === 'gitlab' && named('nightly') !== undefined
      ? ['Create a pipeline schedule, which runs the nightly job.']
      : []),
    `Put the key for ${target} into the variable ${keyVariable}${again}. Then run`,
    `  npx petstore-conformance run --target ${target}`,
  ].map((line) => shown`${printableWhole(line)}\n`);
}

/**
 * Returns the values of a target in the configuration that is kept, by option. Throws a UsageError if the target is
 * missing, or an option contradicts it: the pipelines would not work with this configuration.
 */
function keptBy(targets: Targets, values: OptionValues<Options>): (name: keyof Options) => Given | undefined {
  const name =
    values.text('target')?.text ?? Object.keys(targets)[0] ?? defaultOf(commands.init.options.target);
  const target = Object.hasOwn(targets, name) ? targets[name] : undefined;
  if (target === undefined)
    throw new UsageError(
      `${standardConfigFile} exists and has no target ${quoted(name)}.\nAdd it there, or replace the file with --force config.`,
    );
  const { baseUrl, plan, keyVariable = 'PETSTORE_API_KEY' } = target;
  const kept: Readonly<Record<string, unknown>> = { target: name, baseUrl, plan, keyVariable };
  for (const option of ['baseUrl', 'plan', 'keyVariable'] as const) {
    const given = values.text(option);
    if (given === undefined || given.text === kept[option]) continue;
    const there =
      kept[option] === undefined ? `target ${quoted(name)} has none` : quoted(String(kept[option]));
    throw new UsageError(
      `${given.from} is ${quoted(given.text)}, but ${there} in ${standardConfigFile}, which exists.\nChange it there, or replace the file with --force config.`,
    );
  }
  return (option) => {
    const text = kept[option];
    if (text === undefined) return undefined;
    return {
      text: String(text),
      from: `${option} of ${quoted(name)} in ${standardConfigFile}`,
      byFlag: false,
    };
  };
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
): Promise<Omit<InitValues, 'install' | 'kit' | 'ci'>> {
  const { options } = commands.init;
  const localUrlStandard = defaultOf(options.localUrl);
  const readUrl = (given: Given) => readBaseUrl(given, true);
  const baseUrl = await ask(
    'baseUrl',
    'Base URL of the server to test every night, ending in /v1',
    placeholderUrl,
    readUrl,
  );
  const target = await ask('target', 'Name for it', defaultOf(options.target), (given) =>
    readName(given, targetNames, 'letters, digits and . _ -, beginning with a letter or digit'),
  );
  const plan = await ask('plan', `Its plan (${plans.join(', ')}), or empty`, '', (given) =>
    given.text === '' ? undefined : oneOf(given, plans),
  );
  const keyQuestion = 'Variable and secret with its key';
  const keyVariable = await ask('keyVariable', keyQuestion, variableFor(target), (given) =>
    readName(given, variableNames, 'letters, digits and _, beginning with a letter or _'),
  );
  const startQuestion = 'Command that starts the server in a pull request, or empty for no CI gate';
  const start = await ask('start', startQuestion, '', (given) => readCommand(given) || undefined);
  const localUrl =
    start === undefined
      ? localUrlStandard
      : await ask('localUrl', 'Base URL of that server', localUrlStandard, readUrl);
  return { target, baseUrl, keyVariable, localUrl, ...definedOnly({ plan, start }) };
}

/** Returns a variable of its own for a target: code of pull requests can read the secret of the CI gate. */
function variableFor(target: string): string {
  return `${target
    .toUpperCase()
    .replace(/\W/g, '_')
    .replace(/^(?=\d)/, '_')}_KEY`;
}

/** Returns what the pipelines contain and `init` does not ask for. */
function pipelineOf(
  start: string | undefined,
  values: OptionValues<Options>,
): Pick<InitValues, 'install' | 'kit' | 'ci'> {
  const given = values.text('install');
  if (given !== undefined && start === undefined)
    throw new UsageError(`${given.from} needs --start: it installs what the started server needs.`);
  const isGitlab = !existsSync('.github') && (existsSync('.gitlab-ci.yml') || existsSync('.gitlab'));
  return {
    kit: kitOf(values.text('package')),
    ci: values.value('ci') ?? (isGitlab ? 'gitlab' : 'github'),
    ...definedOnly({ install: given === undefined ? start && installFor(start) : readCommand(given) }),
  };
}

/** Returns what npx runs: this version, or the version, tarball or git URL that an option names. */
function kitOf(given: Given | undefined): string {
  const { text, from } = given ?? { text: kit.version, from: '' };
  if (/^\d[\w.+-]*$/.test(text)) return `${kit.name}@${text}`;
  if (/^[^:~]*\.tgz$/.test(text) && !existsSync(text))
    throw new UsageError(
      `${from}: there is no file ${quoted(text)}.\nCreate it with npm pack (docs/guides/install.md).`,
    );
  // It becomes a word of a shell command.
  if (/^[\w.@/~][\w.@/:+#~=-]*$/.test(text) && /[/:]|\.tgz$/.test(text)) return text;
  throw new UsageError(
    `${from} must be a version, the path of a tarball or a git URL without spaces, not ${quoted(text)}.`,
  );
}

/** Guesses how a fresh checkout installs what a command needs; undefined if nothing or unknown. */
function installFor(start: string): string | undefined {
  const [program = ''] = start.split(' ');
  const [hasLock, hasManifest] = ['package-lock.json', 'package.json'].map((file) => existsSync(file));
  switch (program) {
    case 'npm':
      return hasManifest && !hasLock ? 'npm install' : 'npm ci';
    case 'node':
    case 'npx':
      return hasLock ? 'npm ci' : hasManifest ? 'npm install' : undefined;
    case 'pnpm':
    case 'yarn':
      return `corepack enable && ${program} install --frozen-lockfile`;
    default:
      return undefined;
  }
}

function readCommand({ text, from }: Given): string {
  if (/[\r\n]/.test(text))
    throw new UsageError(`${from} has more than one line. Put the lines into a script.`);
  return text;
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
