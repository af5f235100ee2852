import type { AddedChecks } from '../checks/custom-checks.ts';
import { readConfigured } from '../config/file.ts';
import type { Flags, Given } from '../config/values.ts';
import { ledger } from '../spec/ledger.ts';
import type { Requirement } from '../spec/requirement.ts';
import type { Surroundings } from './surroundings.ts';

/**
 * The checks of the files that `--check` names, on the command line, in its variable or in the configuration file. The code
 * of these files runs. Throws a UsageError.
 */
export function readAddedChecks(
  flags: Flags,
  sources: Pick<Surroundings, 'env' | 'readFile'>,
): Promise<readonly AddedChecks[]> {
  return loadCheckFiles(readConfigured(flags, sources).values.list('check'));
}

/** The checks of files. Throws a UsageError. */
export async function loadCheckFiles(files: readonly Given[]): Promise<readonly AddedChecks[]> {
  if (files.length === 0) return [];
  const { loadChecks, refuseTwice } = await import('../checks/custom-checks.ts');
  const added: AddedChecks[] = [];
  for (const { text } of files) added.push(await loadChecks(text));
  refuseTwice(added);
  return added;
}

/** Checks whose texts can be shown before there is a report, which is redacted as a whole: they may hold the key. */
export function withoutSecrets(
  added: readonly AddedChecks[],
  redact: (text: string) => string,
): readonly AddedChecks[] {
  const clean = <Row extends object>(row: Row): Row => ({
    ...row,
    ...Object.fromEntries(
      Object.entries(row).flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, redact(value)]] : [],
      ),
    ),
  });
  return added.map((one) => ({
    ...one,
    requirements: one.requirements.map((row) => clean(row)),
    suite: { title: redact(one.suite.title), members: one.suite.members.map((member) => clean(member)) },
  }));
}

/** The title of a requirement of the ledger, or of one that was added; the id of one that nobody knows. */
export function titlesWith(
  added: readonly AddedChecks[],
  redact: (text: string) => string,
): (id: string) => string {
  const titles = new Map([
    ...ledger.map(({ id, title }) => [id, title] as const),
    ...added.flatMap(({ requirements }) => requirements.map(({ id, title }) => [id, redact(title)] as const)),
  ]);
  return (id) => titles.get(id) ?? id;
}

/** The ids of the requirements that were added. */
export function idsOf(added: readonly AddedChecks[]): string[] {
  return added.flatMap(({ requirements }) => requirements.map(({ id }) => id));
}

/** What a user has to add to a plain run, so that a row is looked at: in words, and as options. */
export const asked = {
  description: { words: 'with --description', options: '--description FILE' },
  plan: { words: 'with --plan', options: '--plan free' },
  thorough: { words: 'with --profile thorough', options: '--profile thorough' },
  concurrency: { words: 'with --concurrency above 1', options: '--concurrency 6' },
} as const satisfies Readonly<Record<NonNullable<Requirement['asked']>, object>>;
