import { advice, UsageError } from '../config/messages.ts';
import { profiles } from '../config/options.ts';
import { loadDefault, UnloadableModule } from '../files/load-module.ts';
import { catalog, isRequirementId, sections, similarIds } from '../spec/catalog.ts';
import type { Requirement } from '../spec/requirement.ts';
import { definedOnly } from '../text/defined-only.ts';
import type { Suite } from './built-in.ts';
import { isText, shown } from './faults.ts';
import { guardChecks } from './guard.ts';
import type { CustomCheckNeeds, CustomChecks, CustomRequirement } from './vocabulary.ts';

/** Custom requirements and what judges them, read and validated. */
export interface AddedChecks {
  /** Where they come from, for messages: a path, or the name of an option. */
  readonly from: string;
  /** The file, as the user named it, if they come from one. */
  readonly file?: string;
  readonly requirements: readonly Requirement[];
  /** Its title is the section under which reports show the requirements. */
  readonly suite: Suite;
}

const wanted = { entry: 'petstore-conformance/check', example: 'export default defineChecks({ … })' };
const standardIdleMs = 30_000;

/** Loads the checks that a module exports by default, which runs its code. Throws a UsageError. */
export async function loadChecks(path: string): Promise<AddedChecks> {
  const from = JSON.stringify(path).slice(1, -1);
  try {
    return readChecks(await loadDefault(path, wanted), { from, file: path });
  } catch (error) {
    throw error instanceof UnloadableModule ? new UsageError(`${from} ${error.message}`) : error;
  }
}

/** Validates custom checks without running any. Throws a UsageError that names the place, what was seen and what to do. */
export function readChecks(
  value: unknown,
  source: Pick<AddedChecks, 'from' | 'file'> & { readonly longestIdleMs?: number },
): AddedChecks {
  const { from, file, longestIdleMs = standardIdleMs } = source;
  const problem = checksProblem(value);
  if (problem !== undefined) throw new UsageError(`${from}: ${problem}`);
  const { section, requirements, checks } = value as CustomChecks;
  return {
    from,
    ...definedOnly({ file }),
    requirements: requirements.map((row) => requirementOf(row, section)),
    suite: { title: section, checks: guardChecks(checks, from, longestIdleMs) },
  };
}

function requirementOf(
  { testedBy: fedBy = [], dependsOn, ...row }: CustomRequirement,
  section: string,
): Requirement {
  const traits = { fedBy, ...definedOnly({ dependsOn }) };
  return { ...row, source: row.source ?? section, asks: row.asks ?? row.title, traits };
}

/** Throws a UsageError where two files define a requirement of the same id. */
export function refuseTwice(all: readonly AddedChecks[]): void {
  const sources = new Map<string, string>();
  for (const { from, requirements } of all)
    for (const { id } of requirements) {
      const other = sources.get(id);
      if (other !== undefined)
        throw new UsageError(`${from}: ${id} is a requirement of ${other} already. Give it another id`);
      sources.set(id, from);
    }
}

type Fields = Readonly<Record<string, unknown>>;

const levels = ['required', 'advisory', 'observed'];
const idShape = /^[a-z]+\.[a-z][a-z-]*$/;
const catalogPrefixes = new Set(catalog.map(({ id }) => prefixOf(id)));

/** The functions that each kind has. */
const functions: Readonly<Record<string, readonly string[]>> = {
  check: ['run'],
  probe: ['make'],
  everyResponse: ['on', 'judge'],
  wholeRun: ['start'],
};

/** Says what is wrong with checks that a user wrote; undefined if nothing is. */
function checksProblem(value: unknown): string | undefined {
  if (!isRecord(value))
    return `the checks are ${shown(value)}\nWrite \`export default defineChecks({ section, requirements, members })\`.`;
  const { section, requirements, checks } = value;
  if (!isText(section)) return `section is ${shown(section)}; it is the title that reports show`;
  if (sections.some(({ title }) => title === section))
    return `section is ${shown(section)}, which is one of the specification. Give it a title of its own`;
  if (!Array.isArray(requirements) || requirements.length === 0)
    return `requirements is ${shown(requirements)}; it lists one at least`;
  if (!Array.isArray(checks)) return `members is ${shown(checks)}; it lists checks, probes and rules`;
  const wrong = requirements.map((row, index) => rowProblem(row, `requirements[${index}]`)).find(isText);
  if (wrong !== undefined) return wrong;
  const ids: readonly string[] = requirements.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) < index);
  if (twice !== undefined) return `${twice} stands twice among the requirements`;
  const problem = checks.map((one, index) => memberProblem(one, `members[${index}]`, ids)).find(isText);
  if (problem !== undefined) return problem;
  const judged = new Set(checks.flatMap(({ kind, requirement }) => (kind === 'probe' ? [] : [requirement])));
  const unjudged = ids.find((id) => !judged.has(id));
  if (unjudged === undefined) return undefined;
  return `nothing judges ${unjudged}: write a check or a rule for it, or take it out of the requirements`;
}

function rowProblem(row: unknown, place: string): string | undefined {
  if (!isRecord(row)) return `${place} is ${shown(row)}`;
  const { id, level } = row;
  if (typeof id !== 'string' || !idShape.test(id))
    return `${place}.id is ${shown(id)}; it is section.name in small letters, such as guide.etag`;
  if (isRequirementId(id))
    return `${place}.id is ${id}, which the specification's own checks judge. Give it an id and a section of its own`;
  if (catalogPrefixes.has(prefixOf(id)))
    return `${place}.id begins with "${prefixOf(id)}.", which is a section of the specification. Take another`;
  if (!levels.includes(String(level)))
    return `${place}.level is ${shown(level)}; it is one of ${levels.join(', ')}`;
  const missing = ['title', 'impact', 'fix'].find((field) => !isText(row[field]));
  if (missing !== undefined)
    return `${place}.${missing} is ${shown(row[missing])}; reports show it as a text`;
  const optional = ['source', 'sentence', 'asks'].filter((field) => row[field] !== undefined);
  const noText = optional.find((field) => !isText(row[field]));
  if (noText !== undefined) return `${place}.${noText} is ${shown(row[noText])}; it is a text, or left out`;
  return ['testedBy', 'dependsOn'].map((field) => idsProblem(row[field], `${place}.${field}`)).find(isText);
}

function idsProblem(value: unknown, place: string): string | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) return `${place} is ${shown(value)}; it lists ids of the ledger`;
  const unknown: unknown = value.find((id) => !isRequirementId(String(id)));
  if (unknown === undefined) return undefined;
  return `${place} names ${shown(unknown)}, which the ledger does not have.${advice(similarIds(String(unknown)))}`;
}

function memberProblem(member: unknown, place: string, ids: readonly string[]): string | undefined {
  const fields = (member ?? {}) as Fields;
  const { kind, requirement, title, needs } = fields;
  const expected = functions[String(kind)];
  if (expected === undefined)
    return `${place} is ${shown(member)}; members are made by check, probe, everyResponse and wholeRun`;
  if (!ids.includes(String(requirement)))
    return `${place} judges ${shown(requirement)}, which is not among the requirements of this file`;
  const named = `${place} (${requirement})`;
  if (!isText(title)) return `the title of ${named} is ${shown(title)}; reports show it as a text`;
  const missing = expected.find((name) => typeof fields[name] !== 'function');
  if (missing !== undefined) return `${missing} of ${named} is ${shown(fields[missing])}, not a function`;
  return kind === 'check' || kind === 'probe' ? needsProblem(needs, named) : undefined;
}

function needsProblem(needs: unknown, place: string): string | undefined {
  if (typeof needs !== 'object' || needs === null)
    return `the needs of ${place} are ${shown(needs)}; {} is one request with the key`;
  const { after, uses = [], phase = 'main', profiles: chosen, ...numbers } = needs as CustomCheckNeeds;
  for (const name of ['priority', 'withKey', 'withoutKey', 'creates'] as const) {
    const value: unknown = numbers[name];
    if (value !== undefined && !(Number.isSafeInteger(value) && Number(value) >= 0))
      return `${name} of ${place} is ${shown(value)}, not a whole number from 0`;
  }
  if (!Array.isArray(uses)) return `uses of ${place} is ${shown(uses)}; it lists probes`;
  if ([...uses, ...(after === undefined ? [] : [after])].some((one) => one?.kind !== 'probe'))
    return `${place} comes after, or uses, what is no probe`;
  if (phase !== 'main' && phase !== 'last') return `phase of ${place} is ${shown(phase)}; it is main or last`;
  if (chosen !== undefined && !(Array.isArray(chosen) && chosen.every((one) => profiles.includes(one))))
    return `profiles of ${place} are ${shown(chosen)}; there are ${profiles.join(', ')}`;
  return undefined;
}

function prefixOf(id: string): string {
  return id.slice(0, id.indexOf('.'));
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
