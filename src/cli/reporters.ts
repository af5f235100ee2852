import { randomBytes } from 'node:crypto';
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileReason } from '../config/files.ts';
import { quoted, UsageError } from '../config/messages.ts';
import { type Env, type Given, oneOf } from '../config/values.ts';
import { loadDefault, UnloadableModule } from '../files/load-module.ts';
import { isDevice, makeFolder } from '../files/write-file.ts';
import {
  type Reporter,
  type ReporterName,
  reporterFiles,
  reporterNames,
  usualReporters,
  whyNoReporter,
} from '../report/reporter.ts';
import { definedOnly } from '../text/defined-only.ts';

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
interface ReporterModule {
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

/** What is used where nobody names one; inside GitHub Actions its annotations as well. */
const usualNames = (env: Env): string =>
  ['terminal', ...usualReporters, ...(env['GITHUB_ACTIONS'] === 'true' ? ['github'] : [])].join();

/** The file that a reporter writes to: the path that was given, or its own name in the folder of reports. */
function fileOf(
  path: string | undefined,
  own: string | undefined,
  folder: string,
): Pick<ChosenReporter, 'file'> {
  if (path !== undefined) return { file: { folder: dirname(path), name: basename(path) } };
  return own === undefined ? {} : { file: { folder, name: own } };
}

/**
 * What `--reporter` asks for: names, each with an optional `=PATH`, separated by commas; without it the usual ones. Throws a
 * UsageError.
 */
export function readReporters(given: Given | undefined, folder: string, env: Env): readonly AskedReporter[] {
  const reporters = (given?.text ?? usualNames(env)).split(',').map((part): AskedReporter => {
    const [name = '', ...rest] = part.trim().split('=');
    const path = rest.length === 0 ? undefined : rest.join('=');
    const from = given?.from ?? '--reporter';
    if (path === '') throw new UsageError(`${from}: ${quoted(`${name}=`)} names no file.`);
    // A path, and no name: `./mine.mjs`, `mine.js`.
    if (/[\\/]|\.[cm]?[jt]s$/.test(name)) return { module: name, from, folder, ...definedOnly({ path }) };
    const known = oneOf({ text: name, from, byFlag: true }, reporterNames);
    const byName = given !== undefined;
    return { name: known, byName, ...fileOf(path, reporterFiles[known], folder) };
  });
  if (given === undefined) return reporters;
  refuseDoubles(
    reporters.filter((one): one is ChosenReporter => !('module' in one)),
    given.from,
  );
  return reporters;
}

/** Two reporters that write to one file would leave one of them, by chance. Throws a UsageError. */
function refuseDoubles(reporters: readonly ChosenReporter[], from: string): void {
  const places = reporters.map(({ name, file }) =>
    file === undefined ? name : resolve(file.folder, file.name),
  );
  const double = places.find((place, index) => places.indexOf(place) !== index);
  if (double !== undefined) throw new UsageError(`${from} names ${quoted(double)} twice. Once is enough.`);
}

const wanted = { entry: 'petstore-conformance', example: 'export default { name, file, render }' };

/** Loads the reporters that are files of the user's; their code runs. Throws a UsageError. */
export async function loadReporters(asked: readonly AskedReporter[]): Promise<readonly ChosenReporter[]> {
  const chosen: ChosenReporter[] = [];
  for (const one of asked) {
    if (!('module' in one)) {
      chosen.push(one);
      continue;
    }
    const own = await reporterIn(one.module, one.from);
    chosen.push({ name: own.name, own, byName: true, ...fileOf(one.path, own.file, one.folder) });
  }
  const from = asked.find((one) => 'module' in one)?.from;
  if (from !== undefined) refuseDoubles(chosen, from);
  return chosen;
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

/** Makes sure before the first request that the files of these reporters can be written after the last. Throws a UsageError. */
export function prepareReports(reporters: readonly ChosenReporter[]): void {
  const files = reporters.flatMap(({ file }) => file ?? []);
  for (const folder of new Set(files.map((one) => one.folder)))
    prepareFolder(
      folder,
      files.filter((one) => one.folder === folder).map(({ name }) => name),
    );
}

function prepareFolder(folder: string, files: readonly string[]): void {
  if (files.every((file) => isDevice(join(folder, file)))) return;
  const trial = join(folder, `.writable.${randomBytes(6).toString('hex')}.tmp`);
  try {
    makeFolder(folder);
    writeFileSync(trial, ' ', { flag: 'wx' });
  } catch (error) {
    throw new UsageError(
      `nothing can be written to ${quoted(folder)}: ${fileReason(error)}.\n` +
        'Name a folder that this user may write to.',
    );
  } finally {
    if (existsSync(trial)) rmSync(trial);
  }
  const inTheWay = files.find((file) =>
    statSync(join(folder, file), { throwIfNoEntry: false })?.isDirectory(),
  );
  if (inTheWay === undefined) return;
  throw new UsageError(
    `${inTheWay} in ${quoted(folder)} is a directory, so no report can be written there.\nMove it away, or name another folder.`,
  );
}
