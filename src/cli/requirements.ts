import type { Defect } from '../../reference-server/changes/change.ts';
import type { AddedChecks } from '../checks/custom-checks.ts';
import { runOptions } from '../config/options.ts';
import type { Flags } from '../config/values.ts';
import { optionValues } from '../config/values.ts';
import { catalog } from '../spec/catalog.ts';
import type { Requirement } from '../spec/requirement.ts';
import type { Environment } from './environment.ts';

/** Loads the custom checks of `--check` or its variable. Throws a UsageError. */
export function readAddedChecks(
  flags: Flags,
  { env }: Pick<Environment, 'env'>,
): Promise<readonly AddedChecks[]> {
  const { check = [] } = optionValues(runOptions, flags, env);
  return loadCheckFiles(check.map(({ value }) => value));
}

/** Loads custom checks, which runs the code of their files. Throws a UsageError. */
export async function loadCheckFiles(files: readonly string[]): Promise<readonly AddedChecks[]> {
  if (files.length === 0) return [];
  const { loadChecks, refuseTwice } = await import('../checks/custom-checks.ts');
  const added: AddedChecks[] = [];
  for (const file of files) added.push(await loadChecks(file));
  refuseTwice(added);
  return added;
}

/** Returns a function from ids to titles of requirements, including custom ones; an unknown id stays as it is. */
export function titlesWith(added: readonly AddedChecks[]): (id: string) => string {
  const titles = new Map([
    ...catalog.map(({ id, title }) => [id, title] as const),
    ...added.flatMap(({ requirements }) => requirements.map(({ id, title }) => [id, title] as const)),
  ]);
  return (id) => titles.get(id) ?? id;
}

/** Returns the ids of the requirements of custom checks. */
export function idsOf(added: readonly AddedChecks[]): string[] {
  return added.flatMap(({ requirements }) => requirements.map(({ id }) => id));
}

/** The options that some requirements need, for people and as options. */
export const needed = {
  description: { words: 'with --description', options: '--description FILE' },
  plan: { words: 'with --plan', options: '--plan free' },
  thorough: { words: 'with --profile thorough', options: '--profile thorough' },
  concurrency: { words: 'with --concurrency above 1', options: '--concurrency 16' },
} as const satisfies Readonly<Record<NonNullable<Requirement['asked']>, object>>;

const levelWords: Readonly<Record<Requirement['level'], string>> = {
  required: 'required: a violation makes a server non-conforming',
  advisory: 'advisory: a violation is a warning, and fails a run only with --fail-on advisory',
  observed: 'observed: noted and never judged, because the specification leaves it open',
  'not-testable': 'not testable from outside',
};

/** Returns what there is to say about a requirement, with a label for each text. */
export function factsOf(explained: Requirement): (readonly [label: string, text: string])[] {
  const { level, sentence, outcomes = {}, narrowFixes = [], software = [] } = explained;
  const notTestable = level === 'not-testable';
  return [
    ['Level', levelWords[level]],
    ['Source', explained.source],
    ...(sentence === undefined ? [] : [['Specification', `“${sentence}”`] as const]),
    ...(explained.asked === undefined ? [] : [['Tested', `only ${needed[explained.asked].words}`] as const]),
    ['Requirement', explained.asks],
    [notTestable ? 'Why not' : 'Impact', explained.impact],
    [notTestable || level === 'observed' ? 'Note' : 'How to fix', explained.fix],
    ...Object.entries(outcomes).map(
      ([outcome, { impact, fix }]) =>
        [outcome === 'failed' ? 'If it fails' : `If ${outcome}`, `${impact} ${fix}`] as const,
    ),
    ...narrowFixes.map(({ fix }) => ['If only some', fix] as const),
    ...software.map((cause) => ['Common cause', cause.text] as const),
  ];
}

/** Lists the requirements that a defect violates, and the options that a run needs to find it. */
export function violatedRequirements({ requirements, needs = [] }: Defect): string {
  const words = needs.map((need) => needed[need].words);
  return `${requirements.join(', ')}${words.length === 0 ? '' : ` (${words.join(', ')})`}`;
}
