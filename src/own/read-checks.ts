import type { AddedChecks } from '../kit/added-checks.ts';
import { isRequirementId, ledger, sections, similarIds } from '../spec/ledger.ts';
import type { Requirement } from '../spec/requirement.ts';
import { BadChecks } from './bad-checks.ts';
import { isText, shown } from './blame.ts';
import { guardMembers } from './guard.ts';
import { membersProblem } from './members-problem.ts';
import type { OwnChecks, OwnRequirement } from './vocabulary.ts';

/** What becomes of checks that a user wrote, and how long one of them may do nothing. */
export interface Reading {
  /** What messages call the place they come from: a path, or the name of an option. */
  readonly from: string;
  /** The file, where it is one. */
  readonly file?: string;
  readonly longestIdleMs?: number;
}

const levels = ['required', 'advisory', 'observed'];
const idShape = /^[a-z]+\.[a-z][a-z-]*$/;
const standardIdleMs = 30_000;

const ledgerPrefixes = new Set(ledger.map(({ id }) => prefixOf(id)));

/** Reads checks that a user wrote. Throws `BadChecks` where they are not as they have to be; runs none of them. */
export function readChecks(value: unknown, reading: Reading): AddedChecks {
  const { from, file, longestIdleMs = standardIdleMs } = reading;
  const problem = problemWith(value);
  if (problem !== undefined) throw new BadChecks(`${from}: ${problem}`);
  const { section, requirements, members } = value as OwnChecks;
  return {
    from,
    ...(file === undefined ? {} : { file }),
    requirements: requirements.map((row) => requirementOf(row, section)),
    suite: { title: section, members: guardMembers(members, from, longestIdleMs) },
  };
}

/** Throws `BadChecks` where two of them judge a requirement of the same id. */
export function refuseTwice(all: readonly AddedChecks[]): void {
  const known = new Map<string, AddedChecks>();
  for (const added of all) {
    for (const { id } of added.requirements) {
      const other = known.get(id);
      if (other !== undefined)
        throw new BadChecks(
          `${added.from}: ${id} is a requirement of ${other.from} already. Give it another id`,
        );
      known.set(id, added);
    }
  }
}

function problemWith(value: unknown): string | undefined {
  if (!isRecord(value))
    return `the checks are ${shown(value)}\nWrite \`export default defineChecks({ section, requirements, members })\`.`;
  const { section, requirements, members } = value;
  if (!isText(section)) return `section is ${shown(section)}; it is the title that reports show`;
  if (sections.some(({ title }) => title === section))
    return `section is ${shown(section)}, which is one of the specification. Give it a title of its own`;
  if (!Array.isArray(requirements) || requirements.length === 0)
    return `requirements is ${shown(requirements)}; it lists one at least`;
  if (!Array.isArray(members)) return `members is ${shown(members)}; it lists checks, probes and rules`;
  const wrong = first(requirements, (row, index) => rowProblem(row, `requirements[${index}]`));
  if (wrong !== undefined) return wrong;
  const ids = (requirements as OwnRequirement[]).map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) < index);
  if (twice !== undefined) return `${twice} stands twice among the requirements`;
  return membersProblem(members, ids);
}

function rowProblem(row: unknown, place: string): string | undefined {
  if (!isRecord(row)) return `${place} is ${shown(row)}`;
  const { id, level, exercisedBy } = row;
  if (typeof id !== 'string' || !idShape.test(id))
    return `${place}.id is ${shown(id)}; it is section.name in small letters, such as guide.etag`;
  if (isRequirementId(id))
    return `${place}.id is ${id}, which the specification's own checks judge. Give it an id and a section of its own`;
  if (ledgerPrefixes.has(prefixOf(id)))
    return `${place}.id begins with "${prefixOf(id)}.", which is a section of the specification. Take another`;
  if (!levels.includes(String(level)))
    return `${place}.level is ${shown(level)}; it is one of ${levels.join(', ')}`;
  const missing = ['title', 'means', 'mend'].find((field) => !isText(row[field]));
  if (missing !== undefined)
    return `${place}.${missing} is ${shown(row[missing])}; reports show it as a text`;
  const noText = ['source', 'sentence', 'asks'].find(
    (field) => row[field] !== undefined && !isText(row[field]),
  );
  if (noText !== undefined) return `${place}.${noText} is ${shown(row[noText])}; it is a text, or left out`;
  return exercisedByProblem(exercisedBy, place);
}

function exercisedByProblem(value: unknown, place: string): string | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) return `${place}.exercisedBy is ${shown(value)}; it lists ids of the ledger`;
  const unknown = value.find((id) => !isRequirementId(String(id)));
  if (unknown === undefined) return undefined;
  const near = similarIds(String(unknown));
  const advice = near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`;
  return `${place}.exercisedBy names ${shown(unknown)}, which the ledger does not have.${advice}`;
}

function requirementOf({ exercisedBy: fedBy = [], ...row }: OwnRequirement, section: string): Requirement {
  return { ...row, source: row.source ?? section, asks: row.asks ?? row.title, traits: { fedBy } };
}

function prefixOf(id: string): string {
  return id.slice(0, id.indexOf('.'));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function first<Item>(
  items: readonly Item[],
  problemOf: (item: Item, index: number) => string | undefined,
): string | undefined {
  for (const [index, item] of items.entries()) {
    const problem = problemOf(item, index);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
