import type { Defect } from '../../reference-server/change.ts';
import type { AddedChecks } from '../checks/custom-checks.ts';
import { readConfigured } from '../config/file.ts';
import type { Flags, Given } from '../config/values.ts';
import { catalog } from '../spec/catalog.ts';
import type { Requirement } from '../spec/requirement.ts';
import type { Surroundings } from './surroundings.ts';

/** Loads the checks that `--check`, its variable or the configuration file names. Throws a UsageError. */
export function readAddedChecks(
  flags: Flags,
  sources: Pick<Surroundings, 'env' | 'readFile'>,
): Promise<readonly AddedChecks[]> {
  return loadCheckFiles(readConfigured(flags, sources).values.list('check'));
}

/** Loads the checks of files, whose code runs. Throws a UsageError. */
export async function loadCheckFiles(files: readonly Given[]): Promise<readonly AddedChecks[]> {
  if (files.length === 0) return [];
  const { loadChecks, refuseTwice } = await import('../checks/custom-checks.ts');
  const added: AddedChecks[] = [];
  for (const { text } of files) added.push(await loadChecks(text));
  refuseTwice(added);
  return added;
}

/** Loads the checks of files to show them: their texts may hold the key, and no report redacts them here. */
export async function loadShownChecks(
  files: readonly Given[],
  redact: (text: string) => string,
): Promise<readonly AddedChecks[]> {
  const clean = <Row extends object>(row: Row): Row => {
    const entries = Object.entries(row);
    return {
      ...row,
      ...Object.fromEntries(
        entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, redact(value)]] : [])),
      ),
    };
  };
  return (await loadCheckFiles(files)).map((one) => ({
    ...one,
    requirements: one.requirements.map(clean),
    suite: { title: redact(one.suite.title), checks: one.suite.checks.map(clean) },
  }));
}

/** Returns a function from ids to the titles of requirements, the added ones included; an unknown id stays as it is. */
export function titlesWith(
  added: readonly AddedChecks[],
  redact: (text: string) => string,
): (id: string) => string {
  const titles = new Map([
    ...catalog.map(({ id, title }) => [id, title] as const),
    ...added.flatMap(({ requirements }) => requirements.map(({ id, title }) => [id, redact(title)] as const)),
  ]);
  return (id) => titles.get(id) ?? id;
}

/** Returns the ids of the added requirements. */
export function idsOf(added: readonly AddedChecks[]): string[] {
  return added.flatMap(({ requirements }) => requirements.map(({ id }) => id));
}

/** What a plain run must be given to check some requirements: in words, and as options. */
export const asked = {
  description: { words: 'with --description', options: '--description FILE' },
  plan: { words: 'with --plan', options: '--plan free' },
  thorough: { words: 'with --profile thorough', options: '--profile thorough' },
  concurrency: { words: 'with --concurrency above 1', options: '--concurrency 6' },
} as const satisfies Readonly<Record<NonNullable<Requirement['asked']>, object>>;

/** Names the requirements that a defect violates, and what a run must be given to find it. */
export function violatedRequirements({ requirements, needs = [] }: Defect): string {
  const words = needs.map((need) => asked[need].words);
  return `${requirements.join(', ')}${words.length === 0 ? '' : ` (${words.join(', ')})`}`;
}
