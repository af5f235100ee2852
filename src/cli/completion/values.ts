import { profileDefaults } from '../../model/settings.ts';
import type { Files } from '../../options/read-file.ts';
import { reporterNames } from '../../report/reporters.ts';
import { ledger, requirement, sections } from '../../spec/ledger.ts';
import { plans } from '../../spec/plans.ts';
import { readConfigFile } from '../config-file.ts';
import { optionValues } from '../option-values.ts';
import type { OptionRow } from '../options.ts';
import type { ValueKind } from '../value-kind.ts';
import { diffFormats, levels, shells } from '../word-sets.ts';
import type { TypedLine } from './line.ts';

/** A word that can stand at the cursor, and what it means, where that is not plain. */
export interface Candidate {
  readonly word: string;
  readonly means?: string;
}

/** What can stand at the cursor: one of a few words, or a path, which the shell completes itself. */
export type Choice =
  | { readonly kind: 'words'; readonly candidates: readonly Candidate[] }
  | { readonly kind: 'files' | 'folders' };

type Words = readonly Candidate[];

const sources: Readonly<
  Record<Exclude<ValueKind, 'file' | 'folder'>, (line: TypedLine, files: Files) => Words | Promise<Words>>
> = {
  plan: () => words(plans),
  profile: () => words(Object.keys(profileDefaults)),
  level: () => words(levels),
  format: () => words(diffFormats),
  shell: () => words(shells),
  'fail-on': () => words(['advisory']),
  seed: () => words(['random']),
  requirement: () => ledger.map(({ id, title }) => ({ word: id, means: title })),
  pattern: () => [
    ...sections.map(({ title, requirements: [first] }) => ({
      word: `${first?.id.split('.')[0]}.*`,
      means: title,
    })),
    ...ledger
      .filter(({ level }) => level !== 'excluded')
      .map(({ id }) => ({ word: id, means: requirement(id).title })),
  ],
  reporter: () => words(reporterNames),
  defect: async () => (await import('../../../reference-server/defects/index.ts')).defects.map(server),
  variant: async () => (await import('../../../reference-server/variants/index.ts')).variants.map(server),
  'gallery entry': async (...given) => [
    ...(await sources.defect(...given)),
    ...(await sources.variant(...given)),
  ],
  target: (line, files) => words(targets(line, files)),
  nothing: () => [],
};

/** What an option takes; one that is not here is asked by the first word of its description. */
const kindOf: Readonly<Record<string, ValueKind>> = {
  ...{ plan: 'plan', profile: 'profile', level: 'level', format: 'format', seed: 'seed' },
  ...{ 'fail-on': 'fail-on', reporter: 'reporter', only: 'pattern', finding: 'requirement' },
  ...{ defect: 'defect', variant: 'variant', target: 'target' },
};

/** Options that take several, with commas between them. */
const lists = ['only', 'reporter'];

/** What can stand at the cursor where it is the value of an option. */
export async function valuesOf(row: OptionRow, line: TypedLine, files: Files): Promise<Choice> {
  const named = line.command === 'init' && row.flag === 'target' ? 'nothing' : kindOf[row.flag];
  const kind = line.command === 'gallery' && row.flag === 'only' ? 'gallery entry' : named;
  const choice = await choiceOf(kind ?? pathKind(row), line, files);
  if (choice.kind !== 'words' || !lists.includes(row.flag)) return choice;
  const before = line.current.slice(0, line.current.lastIndexOf(',') + 1);
  const candidates = choice.candidates.map(({ word, ...rest }) => ({ word: before + word, ...rest }));
  return { kind: 'words', candidates };
}

/** What can stand at the cursor where one of these is wanted. */
export async function choiceOf(kind: ValueKind, line: TypedLine, files: Files): Promise<Choice> {
  if (kind === 'file') return { kind: 'files' };
  if (kind === 'folder') return { kind: 'folders' };
  return { kind: 'words', candidates: await sources[kind](line, files) };
}

/** The description of an option begins with what it takes: `FILE with options`, `DIR that reports …`. */
function pathKind({ description }: OptionRow): ValueKind {
  if (/^FILE\b/.test(description)) return 'file';
  return /^DIR\b/.test(description) ? 'folder' : 'nothing';
}

function words(all: readonly string[]): Candidate[] {
  return all.map((word) => ({ word }));
}

function server({ id, title }: { readonly id: string; readonly title: string }): Candidate {
  return { word: id, means: title };
}

/** The targets of the configuration; none where it cannot be read, for nobody asked for its faults now. */
function targets(line: TypedLine, files: Files): readonly string[] {
  const config = line.valueBefore('config');
  try {
    return readConfigFile(optionValues(config === undefined ? {} : { config }), files).choice;
  } catch {
    return [];
  }
}
