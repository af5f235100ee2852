import { basename, dirname, resolve } from 'node:path';
import { type ReporterName, reporterFiles, reporterNames } from '../report/reporters.ts';
import { oneOf } from './numbers.ts';
import type { Given } from './option-values.ts';
import { quoted } from './quoted.ts';
import { UsageError } from './usage-error.ts';

/** A reporter that is to be used, and where it writes to. */
export interface ChosenReporter {
  readonly name: ReporterName;
  /** The file; without one it is printed. */
  readonly file?: { readonly folder: string; readonly name: string };
  /** Whether the user named it: then a failure of it is a failure of the command. */
  readonly byName: boolean;
}

const standard: readonly ReporterName[] = ['terminal', 'json', 'html', 'junit', 'markdown'];

/**
 * What `--reporter` asks for: names, each with an optional `=PATH`, separated by commas; without it the usual
 * ones, and inside GitHub Actions its annotations. Throws a UsageError.
 */
export function readReporters(
  given: Given | undefined,
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): readonly ChosenReporter[] {
  if (given === undefined) {
    const names = env['GITHUB_ACTIONS'] === 'true' ? ([...standard, 'github'] as const) : standard;
    return names.map((name) => chosen(name, undefined, folder, false));
  }
  const reporters = given.text.split(',').map((part) => {
    const [name = '', ...rest] = part.trim().split('=');
    const path = rest.length === 0 ? undefined : rest.join('=');
    if (path === '') throw new UsageError(`${given.from}: ${quoted(`${name}=`)} names no file.`);
    return chosen(oneOf({ ...given, text: name }, reporterNames), path, folder, true);
  });
  refuseDoubles(reporters, given);
  return reporters;
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

/** Two reporters that write to one file would leave one of them, by chance. */
function refuseDoubles(reporters: readonly ChosenReporter[], given: Given): void {
  const places = reporters.map(({ name, file }) =>
    file === undefined ? name : resolve(file.folder, file.name),
  );
  const double = places.find((place, index) => places.indexOf(place) !== index);
  if (double !== undefined)
    throw new UsageError(`${given.from} names ${quoted(double)} twice. Once is enough.`);
}

/** The folders that are written to, each with its files. */
export function foldersOf(reporters: readonly ChosenReporter[]): Map<string, string[]> {
  const folders = new Map<string, string[]>();
  for (const { file } of reporters)
    if (file !== undefined) folders.set(file.folder, [...(folders.get(file.folder) ?? []), file.name]);
  return folders;
}
