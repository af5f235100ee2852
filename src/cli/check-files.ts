import type { AddedChecks } from '../kit/added-checks.ts';
import type { OptionValues } from '../options/given.ts';
import { UsageError } from '../options/usage-error.ts';
import { BadChecks } from '../own/bad-checks.ts';
import { ledger } from '../spec/ledger.ts';
import { readConfigFile } from './config-file.ts';
import { type Flags, optionValues } from './option-values.ts';
import type { Surroundings } from './surroundings.ts';

/**
 * The checks of the files that `--check` names, on the command line, in its variable or in the configuration file. The code
 * of these files runs. Throws a UsageError.
 */
export function readAddedChecks(
  flags: Flags,
  sources: Pick<Surroundings, 'env' | 'readFile'>,
): Promise<readonly AddedChecks[]> {
  const { fromFile } = readConfigFile(optionValues(flags, sources.env), sources);
  return loadCheckFiles(optionValues(flags, sources.env, fromFile));
}

/** The checks of the files that these options name. Throws a UsageError. */
export async function loadCheckFiles(values: OptionValues): Promise<readonly AddedChecks[]> {
  const files = values.list('check');
  if (files.length === 0) return [];
  const { loadChecks } = await import('../own/load-file.ts');
  const { refuseTwice } = await import('../own/read-checks.ts');
  try {
    const added: AddedChecks[] = [];
    for (const { text } of files) added.push(await loadChecks(text));
    refuseTwice(added);
    return added;
  } catch (error) {
    if (error instanceof BadChecks) throw new UsageError(error.message);
    throw error;
  }
}

/** The title of a requirement of the ledger, or of one that was added; the id of one that nobody knows. */
export function titlesWith(added: readonly AddedChecks[]): (id: string) => string {
  const titles = new Map(
    [...ledger, ...added.flatMap(({ requirements }) => requirements)].map(({ id, title }) => [id, title]),
  );
  return (id) => titles.get(id) ?? id;
}

/** The ids of the requirements that were added. */
export function idsOf(added: readonly AddedChecks[]): string[] {
  return added.flatMap(({ requirements }) => requirements.map(({ id }) => id));
}
