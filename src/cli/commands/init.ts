import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import {
  readTargets,
  standardConfigFile,
  type Targets,
  targetNames,
  variableNames,
} from '../../config/file.ts';
import { readNamed } from '../../config/files.ts';
import { quoted, UsageError } from '../../config/messages.ts';
import { defaultOf, flagOf } from '../../config/option.ts';
import { readBaseUrl, type Sourced } from '../../config/target.ts';
import { oneOf } from '../../config/values.ts';
import { makeFolder } from '../../files/write-file.ts';
import { type Plan, plans } from '../../spec/operations.ts';
import { definedOnly } from '../../text/defined-only.ts';
import { joined, printableWhole, shown } from '../../text/shown.ts';
import { kit } from '../../version.ts';
import { type ciSystems, commands, type FlagsOf } from '../commands.ts';
import type { Environment } from '../environment.ts';
import { unwritable, writeNamed } from '../named-files.ts';

type Options = FlagsOf<'init'>;

/** Values in the files. */
interface Chosen {
  readonly target: string;
  readonly baseUrl: string;
  readonly plan: Plan | undefined;
  /** The environment variable and the secret with the key of the target. */
  readonly keyVariable: string;
  /** Starts the server in a pull request, for the CI gate. */
  readonly start: string | undefined;
  /** Installs what `start` needs. */
  readonly install: string | undefined;
  /** Base URL of the server that `start` starts. */
  readonly localUrl: string;
  /** What npx runs: the kit with its version, a tarball or a git URL. */
  readonly kit: string;
  readonly ci: (typeof ciSystems)[number];
}

interface InitFile {
  /** What it is for. GitLab reads only the last one. */
  readonly name: 'config' | 'nightly' | 'gate' | 'include';
  /** Relative to the working directory. */
  readonly path: string;
  readonly text: string;
  /** Its text before, if it exists. */
  readonly before: string | undefined;
}

/**
 * `init`: writes a configuration and pipelines, with defaults for missing options. Keeps each file that exists, so that a later
 * call can add the CI gate.
 */
export async function init(options: Options, environment: Environment): Promise<number> {
  const targets = readTargets(standardConfigFile);
  const chosen = choose(options, targets && keptBy(targets, options));
  const files = filesFor(chosen);
  // All folders first: a folder that cannot be made must not leave half of the files behind.
  for (const { path, before } of files)
    try {
      if (before === undefined) makeFolder(dirname(path));
    } catch (error) {
      throw unwritable(path, error);
    }
  for (const { name, path, text, before } of files) {
    if (before === undefined) await writeNamed(path, text);
    // A configuration may have any targets, and .gitlab-ci.yml other jobs.
    const differs =
      name === 'config' || name === 'include' ? 'it exists' : 'it differs; delete it to renew it';
    const reason = before === text ? 'up to date' : differs;
    const done = before === undefined ? `wrote ${path}` : `kept ${path} (${reason})`;
    environment.stdout.write(shown`${printableWhole(done)}\n`);
  }
  const lines = [...notesOn(chosen, options), ...nextSteps(chosen, files)];
  environment.stdout.write(shown`\n${joined(lines.map(printableWhole))}\n`);
  return 0;
}

/** Returns the files of a configuration and its pipelines. */
function filesFor(chosen: Chosen): readonly InitFile[] {
  const { ci, start } = chosen;
  const folder = ci === 'github' ? '.github/workflows' : '.gitlab';
  const gate = start === undefined ? [] : [['gate', `${folder}/petstore-gate.yml`] as const];
  const include = ci === 'gitlab' ? [['include', '.gitlab-ci.yml'] as const] : [];
  const wanted = [
    ['config', standardConfigFile] as const,
    ['nightly', `${folder}/petstore-nightly.yml`] as const,
    ...gate,
    ...include,
  ];
  return wanted.map(([name, path]) => ({
    name,
    path,
    text: name === 'config' ? configText(chosen) : templateText(`${ci}-${name}`, chosen),
    before: textOf(path),
  }));
}

function textOf(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  return Buffer.from(readNamed(path, 'the file', 1024 * 1024)).toString('utf8');
}

/** Returns the configuration: one named target, and the schema for editors. */
function configText({ target, baseUrl, plan, keyVariable }: Chosen): string {
  const ownVariable = keyVariable === 'PETSTORE_API_KEY' ? undefined : keyVariable;
  const config = {
    $schema: './node_modules/petstore-conformance/schemas/config.schema.json',
    targets: {
      [target]: { baseUrl, ...definedOnly({ keyVariable: ownVariable, plan }), profile: 'gentle' },
    },
  };
  return `${JSON.stringify(config, undefined, 2)}\n`;
}

/** Fills in a template of `data/templates`, without the lines whose value is not set. */
function templateText(name: string, { plan = 'free', start, install, ...rest }: Chosen): string {
  const commandsIn = { start: start && yaml(`${start} &`), install: install && yaml(install) };
  const values: Readonly<Record<string, string | undefined>> = { ...rest, plan, ...commandsIn };
  return templateLines(name)
    .filter((line) => [...line.matchAll(placeholder)].every(([, word = '']) => values[word] !== undefined))
    .map((line) => line.replace(placeholder, (_, word: string) => values[word] ?? ''))
    .join('\n');
}

const placeholder = /<(\w+)>/g;

function templateLines(name: string): readonly string[] {
  const { resolve } = createRequire(import.meta.url);
  return readFileSync(resolve(`#templates/${name}.yml`), 'utf8').split('\n');
}

/** Writes a command as a YAML string, quoted if YAML could read it as something else. */
function yaml(command: string): string {
  return /^[\w./][^\\"'#{}[\]]*$/.test(command) && !/: |:$| $/.test(command)
    ? command
    : JSON.stringify(command);
}

const placeholderUrl = 'https://staging.petstore.example/v1';

/** Says what the user may have to change in the files. */
function notesOn(chosen: Chosen, options: Options): string[] {
  const notes = [];
  if (chosen.baseUrl === placeholderUrl && options.baseUrl === undefined)
    notes.push(
      `${standardConfigFile} contains a placeholder: replace ${placeholderUrl} with the base URL of your server.`,
    );
  if (options.package === undefined)
    notes.push(
      `The pipelines run ${chosen.kit} from the registry. Until it is published, use --package (docs/guides/install.md).`,
    );
  if (!/^\/?reports\/?$/m.test(textOf('.gitignore') ?? '')) notes.push('Add reports/ to .gitignore.');
  return notes;
}

/** Says what is left to do: secrets, the schedule, and the next command. */
function nextSteps({ target, keyVariable, start, ci }: Chosen, files: readonly InitFile[]): string[] {
  const include = files.find(({ name }) => name === 'include');
  const secret = ci === 'github' ? 'repository secret' : 'masked CI/CD variable';
  const steps = [];
  if (include?.before !== undefined && !include.before.includes('.gitlab/petstore-'))
    steps.push(`Add this to .gitlab-ci.yml:\n${include.text.trimEnd()}`.replaceAll('\n', '\n  '));
  if (start !== undefined)
    steps.push(`Put a key that the server of "${start}" accepts into the ${secret} PETSTORE_API_KEY.`);
  if (start !== undefined && keyVariable === 'PETSTORE_API_KEY')
    steps.push(
      `It must not be the key of ${target}: code of pull requests can read it. Give ${target} another keyVariable.`,
    );
  if (ci === 'gitlab') steps.push('Create a pipeline schedule, which runs the nightly job.');
  steps.push(
    `Put the key for ${target} into the variable ${keyVariable}, and into a ${secret} of that name. Then run`,
    `  npx petstore-conformance run --target ${target}`,
  );
  return steps.flatMap((step) => step.split('\n'));
}

/** The options that a target in the configuration has, too. */
type Kept = Readonly<Record<'target' | 'baseUrl' | 'plan' | 'keyVariable', string | undefined>>;

/**
 * Returns the values of a target in the configuration that is kept. Throws a UsageError if the target is missing, or an
 * option contradicts it: the pipelines would not work with this configuration.
 */
function keptBy(targets: Targets, options: Options): Kept {
  const name = options.target ?? Object.keys(targets)[0] ?? defaultOf(commands.init.options.target);
  const target = Object.hasOwn(targets, name) ? targets[name] : undefined;
  if (target === undefined)
    throw new UsageError(`${standardConfigFile} exists and has no target ${quoted(name)}.\nAdd it there.`);
  const { baseUrl, plan, keyVariable = 'PETSTORE_API_KEY' } = target;
  const kept = { target: name, baseUrl, plan, keyVariable } as Kept;
  for (const option of ['baseUrl', 'plan', 'keyVariable'] as const) {
    const [given, there] = [options[option], kept[option]];
    if (given === undefined || given === there) continue;
    const has = there === undefined ? `target ${quoted(name)} has none` : quoted(there);
    throw new UsageError(
      `--${flagOf(option)} is ${quoted(given)}, but ${has} in ${standardConfigFile}, which exists.\nChange it there, or remove the option.`,
    );
  }
  return kept;
}

/** Reads the values of the options, else of the kept target, else the defaults. Throws a UsageError. */
function choose(options: Options, kept: Kept | undefined): Chosen {
  const { target, localUrl } = commands.init.options;
  const find = (name: keyof Kept, standard: string): Sourced => {
    const [given, there] = [options[name], kept?.[name]];
    if (given !== undefined) return { value: given, from: `--${flagOf(name)}` };
    return { value: there ?? standard, from: `${name} in ${standardConfigFile}` };
  };
  const name = readName(
    find('target', defaultOf(target)),
    targetNames,
    'letters, digits and . _ -, beginning with a letter or digit',
  );
  const plan = find('plan', '');
  const { start } = options;
  return {
    target: name,
    baseUrl: readBaseUrl(find('baseUrl', placeholderUrl), true),
    plan: plan.value === '' ? undefined : oneOf(plan.value, plans, plan.from),
    keyVariable: readName(
      find('keyVariable', variableFor(name)),
      variableNames,
      'letters, digits and _, beginning with a letter or _',
    ),
    start: start && readCommand({ value: start, from: '--start' }),
    localUrl: readBaseUrl({ value: options.localUrl ?? defaultOf(localUrl), from: '--local-url' }, true),
    ...pipelineOf(start, options),
  };
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
  { install, ci, package: spec = kit.version }: Options,
): Pick<Chosen, 'install' | 'kit' | 'ci'> {
  if (install !== undefined && start === undefined)
    throw new UsageError('--install needs --start: it installs what the started server needs.');
  const isGitlab = !existsSync('.github') && (existsSync('.gitlab-ci.yml') || existsSync('.gitlab'));
  return {
    kit: kitOf(spec),
    ci: ci ?? (isGitlab ? 'gitlab' : 'github'),
    install:
      install === undefined
        ? installs[start?.split(' ')[0] ?? '']
        : readCommand({ value: install, from: '--install' }),
  };
}

/** Returns what npx runs: a version of the kit, or a tarball or git URL. */
function kitOf(spec: string): string {
  if (/^\d[\w.+-]*$/.test(spec)) return `${kit.name}@${spec}`;
  if (/^[^:~]*\.tgz$/.test(spec) && !existsSync(spec))
    throw new UsageError(
      `--package: there is no file ${quoted(spec)}.\nCreate it with npm pack (docs/guides/install.md).`,
    );
  // It becomes a word of a shell command.
  if (/^[\w.@/~][\w.@/:+#~=-]*$/.test(spec) && /[/:]|\.tgz$/.test(spec)) return spec;
  throw new UsageError(
    `--package must be a version, the path of a tarball or a git URL without spaces, not ${quoted(spec)}.`,
  );
}

/** How a fresh checkout installs what a command needs, by its program. */
const installs: Readonly<Record<string, string>> = {
  npm: 'npm ci',
  npx: 'npm ci',
  node: 'npm ci',
  pnpm: 'corepack enable && pnpm install --frozen-lockfile',
  yarn: 'corepack enable && yarn install --frozen-lockfile',
};

function readCommand({ value, from }: Sourced): string {
  if (/[\r\n]/.test(value))
    throw new UsageError(`${from} has more than one line. Put the lines into a script.`);
  return value;
}

function readName({ value, from }: Sourced, allowed: string, wanted: string): string {
  if (new RegExp(allowed).test(value)) return value;
  throw new UsageError(`${from} must be ${wanted}, not ${quoted(value)}.`);
}
