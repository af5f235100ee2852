import type { Defect } from '../../reference-server/changes/change.ts';
import type { AddedChecks } from '../checks/custom-checks.ts';
import { runOptions } from '../config/options.ts';
import type { Flags } from '../config/values.ts';
import { optionValues } from '../config/values.ts';
import type { Requirement } from '../spec/requirement.ts';
import { firstSentence } from '../text/layout.ts';
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

/** Returns the ids of the requirements of custom checks. */
export function idsOf(added: readonly AddedChecks[]): string[] {
  return added.flatMap(({ requirements }) => requirements.map(({ id }) => id));
}

/** The inputs that some requirements need, both in words and as command options. */
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

/** A labeled fact, or a labeled list of facts, about a requirement. */
export interface Fact {
  readonly label: string;
  readonly texts: readonly string[];
  /** Set for a list: whether a page must show the whole list, or may show only a part. */
  readonly list?: 'whole' | 'in part';
}

/** Returns the facts about a requirement, one for each label. */
export function factsOf(explained: Requirement): Fact[] {
  const { level, sentence, outcomes = {}, narrowFixes = [], software = [] } = explained;
  const notTestable = level === 'not-testable';
  const fact = (label: string, text: string | undefined): Fact[] =>
    text === undefined ? [] : [{ label, texts: [text] }];
  // Lists are shown whole: each item may name the fix, and only the user knows which software the server runs on.
  const list = (label: string, texts: readonly string[]): Fact[] =>
    texts.length === 0 ? [] : [{ label, texts, list: 'whole' }];
  return [
    ...fact('Level', levelWords[level]),
    ...fact('Source', explained.source),
    ...fact('Specification', sentence && `“${sentence}”`),
    ...fact('Tested', explained.asked && `only ${needed[explained.asked].words}`),
    ...fact('Requirement', explained.asks),
    ...fact(notTestable ? 'Why not' : 'Why it matters', explained.impact),
    ...fact(notTestable || level === 'observed' ? 'Note' : 'Fix', explained.fix),
    ...list(
      'Otherwise',
      Object.entries(outcomes).map(
        ([outcome, { fix }]) => `${outcome === 'failed' ? 'If it fails' : `If ${outcome}`}: ${fix}`,
      ),
    ),
    ...list(
      'Common causes',
      software.map(({ text }) => text),
    ),
    ...list(
      'If only some',
      narrowFixes.map(({ fix }) => firstSentence(fix)),
    ),
  ];
}

/** Lists the requirements that a defect violates, and the options that a run needs to find it. */
export function violatedRequirements({ requirements, needs = [] }: Defect): string {
  const words = needs.map((need) => needed[need].words);
  return `${requirements.join(', ')}${words.length === 0 ? '' : ` (${words.join(', ')})`}`;
}
