import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { readTargets, standardConfigFile, targetNames, variableNames } from '../../config/file.ts';
import { readNamed } from '../../config/files.ts';
import { quoted, UsageError } from '../../config/messages.ts';
import { defaultOf, flagOf } from '../../config/option.ts';
import { readBaseUrl } from '../../config/target.ts';
import { makeFolder } from '../../files/write-file.ts';
import type { Plan } from '../../spec/operations.ts';
import { definedOnly } from '../../text/defined-only.ts';
import { joined, printableWhole, shown } from '../../text/shown.ts';
import { kit } from '../../version.ts';
import { type ciSystems, commands, type FlagsOf } from '../commands.ts';
import type { Environment } from '../environment.ts';
import { unwritable, writeNamed } from '../named-files.ts';

type Options = FlagsOf<'init'>;

/** The target in the configuration. */
interface Target {
  readonly target: string;
  readonly baseUrl: string;
  readonly plan: Plan | undefined;
  /** The environment variable and the secret with the key of the target. */
  readonly keyVariable: string;
}

/** What the pipelines contain besides the target. */
interface Pipelines {
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

/** Values in the files. */
type Chosen = Target & Pipelines;

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
  const chosen: Chosen = { ...targetOf(options), ...pipelineOf(options) };
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
  const pipelines = [
    { name: 'nightly', path: `${folder}/petstore-nightly.yml` } as const,
    ...(start === undefined ? [] : [{ name: 'gate', path: `${folder}/petstore-gate.yml` } as const]),
    ...(ci === 'github' ? [] : [{ name: 'include', path: '.gitlab-ci.yml' } as const]),
  ];
  return [
    { name: 'config' as const, path: standardConfigFile, text: configText(chosen) },
    ...pipelines.map((one) => ({ ...one, text: templateText(`${ci}-${one.name}`, chosen) })),
  ].map((file) => ({ ...file, before: textOf(file.path) }));
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

const placeholder = /<(\w+)>/g;

/** Fills in a template of `data/templates`, without the lines whose value is not set. */
function templateText(name: string, { plan = 'free', start, install, ...rest }: Chosen): string {
  const commandsIn = { start: start && yaml(`${start} &`), install: install && yaml(install) };
  const values: Readonly<Record<string, string | undefined>> = { ...rest, plan, ...commandsIn };
  const { resolve } = createRequire(import.meta.url);
  return readFileSync(resolve(`#templates/${name}.yml`), 'utf8')
    .split('\n')
    .filter((line) => [...line.matchAll(placeholder)].every(([, word = '']) => values[word] !== undefined))
    .map((line) => line.replace(placeholder, (_, word: string) => values[word] ?? ''))
    .join('\n');
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

/**
 * Returns the target of the configuration that is kept, or else of the options. Throws a UsageError if an option contradicts that
 * configuration, because the pipelines would not work with it.
 */
function targetOf(options: Options): Target {
  const targets = readTargets(standardConfigFile);
  const [first = defaultOf(commands.init.options.target)] = Object.keys(targets ?? {});
  const { target = first, plan } = options;
  if (targets === undefined) {
    const { baseUrl = placeholderUrl, keyVariable = variableFor(target) } = options;
    checkName('--target', target, targetNames, 'letters, digits and . _ -, beginning with a letter or digit');
    checkName(
      '--key-variable',
      keyVariable,
      variableNames,
      'letters, digits and _, beginning with a letter or _',
    );
    return { target, baseUrl: readBaseUrl({ value: baseUrl, from: '--base-url' }, true), plan, keyVariable };
  }
  const found = Object.hasOwn(targets, target) ? targets[target] : undefined;
  if (found === undefined)
    throw new UsageError(`${standardConfigFile} exists and has no target ${quoted(target)}.\nAdd it there.`);
  // The schema has validated the target, except for the URL.
  const { baseUrl, plan: keptPlan, keyVariable = 'PETSTORE_API_KEY' } = found;
  const kept = { baseUrl, plan: keptPlan, keyVariable } as Omit<Target, 'target'>;
  for (const name of ['baseUrl', 'plan', 'keyVariable'] as const) {
    const [given, there] = [options[name], kept[name]];
    if (given === undefined || given === there) continue;
    const has = there === undefined ? `target ${quoted(target)} has none` : quoted(there);
    throw new UsageError(
      `--${flagOf(name)} is ${quoted(given)}, but ${has} in ${standardConfigFile}, which exists.\nChange it there, or remove the option.`,
    );
  }
  const from = `baseUrl in ${standardConfigFile}`;
  return { ...kept, target, baseUrl: readBaseUrl({ value: kept.baseUrl, from }, true) };
}

/** Returns a variable of its own for a target: code of pull requests can read the secret of the CI gate. */
function variableFor(target: string): string {
  return `${target
    .toUpperCase()
    .replace(/\W/g, '_')
    .replace(/^(?=\d)/, '_')}_KEY`;
}

/** Returns what the pipelines contain besides the target. */
function pipelineOf({ start, install, ci, package: spec = kit.version, localUrl }: Options): Pipelines {
  if (install !== undefined && start === undefined)
    throw new UsageError('--install needs --start: it installs what the started server needs.');
  for (const [name, command = ''] of [['--start', start] as const, ['--install', install] as const])
    if (/[\r\n]/.test(command))
      throw new UsageError(`${name} has more than one line. Put the lines into a script.`);
  const isGitlab = !existsSync('.github') && (existsSync('.gitlab-ci.yml') || existsSync('.gitlab'));
  const standardUrl = defaultOf(commands.init.options.localUrl);
  return {
    start,
    install: install ?? installs[start?.split(' ')[0] ?? ''],
    localUrl: readBaseUrl({ value: localUrl ?? standardUrl, from: '--local-url' }, true),
    kit: kitOf(spec),
    ci: ci ?? (isGitlab ? 'gitlab' : 'github'),
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

function checkName(option: string, name: string, allowed: string, wanted: string): void {
  if (!new RegExp(allowed).test(name))
    throw new UsageError(`${option} must be ${wanted}, not ${quoted(name)}.`);
}
