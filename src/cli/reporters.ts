import { basename, dirname, resolve } from 'node:path';
import { quoted, UsageError } from '../config/messages.ts';
import { type Given, oneOf } from '../config/values.ts';
import { loadDefault, UnloadableModule } from '../module/load-default.ts';
import { whyNoReporter } from '../report/render.ts';
import type { Reporter } from '../report/reporter.ts';
import { type ReporterName, reporterFiles, reporterNames, usualReporters } from '../report/reporter.ts';

/** A reporter that is to be used, and where it writes to. */
export type ChosenReporter = {
  /** The file; without one it is printed. */
  readonly file?: { readonly folder: string; readonly name: string };
  /** Whether the user named it: then a failure of it is a failure of the command. */
  readonly byName: boolean;
} & (
  | { readonly name: ReporterName; readonly own?: never }
  | { readonly name: string; readonly own: Reporter }
);

/** A file of the user's that exports a reporter, which is yet to be loaded. */
export interface ReporterModule {
  readonly module: string;
  /** What the user called the option, for messages. */
  readonly from: string;
  /** Where it writes to, where the user said so. */
  readonly path?: string;
  /** Where it writes to otherwise. */
  readonly folder: string;
}

export type AskedReporter = ChosenReporter | ReporterModule;

/** What commands print that send nothing, unless told otherwise. */
export const terminalOnly: Given = { text: 'terminal', from: '--reporter', byFlag: false };

const standard: readonly ReporterName[] = ['terminal', ...usualReporters];

/**
 * What `--reporter` asks for: names, each with an optional `=PATH`, separated by commas; without it the usual
 * ones, and inside GitHub Actions its annotations. Throws a UsageError.
 */
export function readReporters(
  given: Given | undefined,
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): readonly AskedReporter[] {
  if (given === undefined) {
    const names = env['GITHUB_ACTIONS'] === 'true' ? ([...standard, 'github'] as const) : standard;
    return names.map((name) => chosen(name, undefined, folder, false));
  }
  const reporters = given.text.split(',').map((part): AskedReporter => {
    const [name = '', ...rest] = part.trim().split('=');
    const path = rest.length === 0 ? undefined : rest.join('=');
    if (path === '') throw new UsageError(`${given.from}: ${quoted(`${name}=`)} names no file.`);
    if (isModule(name))
      return { module: name, from: given.from, folder, ...(path === undefined ? {} : { path }) };
    return chosen(oneOf({ ...given, text: name }, reporterNames), path, folder, true);
  });
  refuseDoubles(
    reporters.filter((one): one is ChosenReporter => !('module' in one)),
    given.from,
  );
  return reporters;
}

/** A path, and no name: `./mine.mjs`, `mine.js`. */
function isModule(name: string): boolean {
  return /[\\/]|\.[cm]?[jt]s$/.test(name);
}

function chosen(
  name: ReporterName,
  path: string | undefined,
  folder: string,
  byName: boolean,
): ChosenReporter {
  const own = reporterFiles[name];
  const file =
    path === undefined
      ? own === undefined
        ? undefined
        : { folder, name: own }
      : { folder: dirname(path), name: basename(path) };
  return { name, byName, ...(file === undefined ? {} : { file }) };
}

/** Two reporters that write to one file would leave one of them, by chance. Throws a UsageError. */
export function refuseDoubles(reporters: readonly ChosenReporter[], from: string): void {
  const places = reporters.map(({ name, file }) =>
    file === undefined ? name : resolve(file.folder, file.name),
  );
  const double = places.find((place, index) => places.indexOf(place) !== index);
  if (double !== undefined) throw new UsageError(`${from} names ${quoted(double)} twice. Once is enough.`);
}

/** The folders that are written to, each with its files. */
export function foldersOf(reporters: readonly ChosenReporter[]): Map<string, string[]> {
  const folders = new Map<string, string[]>();
  for (const { file } of reporters)
    if (file !== undefined) folders.set(file.folder, [...(folders.get(file.folder) ?? []), file.name]);
  return folders;
}

const wanted = { entry: 'petstore-conformance', example: 'export default { name, file, render }' };

/** Loads the reporters that are files of the user's; their code runs. Throws a UsageError. */
export async function loadReporters(asked: readonly AskedReporter[]): Promise<readonly ChosenReporter[]> {
  const chosen: ChosenReporter[] = [];
  for (const one of asked) chosen.push('module' in one ? await load(one) : one);
  const from = asked.find((one) => 'module' in one)?.from;
  if (from !== undefined) refuseDoubles(chosen, from);
  return chosen;
}

async function load({ module, path, folder, from }: ReporterModule): Promise<ChosenReporter> {
  const own = await reporterIn(module, from);
  const name = path === undefined ? own.file : basename(path);
  return {
    name: own.name,
    own,
    byName: true,
    ...(name === undefined ? {} : { file: { folder: path === undefined ? folder : dirname(path), name } }),
  };
}

async function reporterIn(module: string, from: string): Promise<Reporter> {
  const shown = `${from}: ${quoted(module)}`;
  let exported: unknown;
  try {
    exported = await loadDefault(module, wanted);
  } catch (error) {
    if (!(error instanceof UnloadableModule)) throw error;
    const [first = '', ...rest] = error.message.split('\n');
    throw new UsageError([`${shown} ${first}${first.endsWith('?') ? '' : '.'}`, ...rest].join('\n'));
  }
  const problem = whyNoReporter(exported);
  if (problem === undefined) return exported as Reporter;
  throw new UsageError(
    `${shown}: what it exports by default ${problem}.\nA reporter is { name, file?, render(report) }.`,
  );
}
