import { loadNamed, sentence } from '../config/files.ts';
import { UsageError } from '../config/messages.ts';
import { profiles } from '../config/options.ts';
import { catalog, isRequirementId, requirementIds, sections } from '../spec/catalog.ts';
import type { Requirement } from '../spec/requirement.ts';
import { definedOnly } from '../text/defined-only.ts';
import { advice, nearest } from '../text/similar.ts';
import type { CheckNeeds, CheckOrRule, CustomRequirement, Phase, Suite } from './vocabulary.ts';

/** Custom requirements and their checks, validated. */
export interface AddedChecks {
  /** Their source, for messages: a path, or the name of an option. */
  readonly from: string;
  /** The file as the user named it, if they come from one. */
  readonly file?: string;
  readonly requirements: readonly Requirement[];
  /** Its title is the section under which reports show the requirements. */
  readonly suite: Suite;
}

const wanted = { entry: 'petstore-conformance/check', example: "export default suite('…', [ … ])" };

/** Loads the default export of a module, which runs its code. Throws a UsageError. */
export async function loadChecks(path: string): Promise<AddedChecks> {
  const from = JSON.stringify(path).slice(1, -1);
  return readChecks(await loadNamed(path, wanted), { from, file: path });
}

/** Validates custom checks without running any. Throws a UsageError with the place, the value and what to do. */
export function readChecks(value: unknown, { from, file }: Pick<AddedChecks, 'from' | 'file'>): AddedChecks {
  const problem = suiteProblem(value);
  if (problem !== undefined) throw new UsageError(`${from}: ${sentence(problem)}`);
  const suite = value as Suite;
  const requirements = (suite.requirements ?? []).map((one) => requirementOf(one, suite.title));
  return { from, ...definedOnly({ file }), requirements, suite };
}

/** Returns the requirement as the catalog has it. */
function requirementOf(given: CustomRequirement, section: string): Requirement {
  const { id, level, title, source = section, sentence, asks = title, impact, fix } = given;
  const { testedBy: fedBy = [], dependsOn } = given;
  const traits = { fedBy, ...definedOnly({ dependsOn }) };
  return { id, level, title, source, ...definedOnly({ sentence }), asks, impact, fix, traits };
}

/** Throws a UsageError if two files define a requirement with the same id. */
export function refuseTwice(all: readonly AddedChecks[]): void {
  const sources = new Map<string, string>();
  for (const { from, requirements } of all)
    for (const { id } of requirements) {
      const other = sources.get(id);
      if (other !== undefined)
        throw new UsageError(`${from}: ${id} is already a requirement of ${other}. Use another id.`);
      sources.set(id, from);
    }
}

type Fields = Readonly<Record<string, unknown>>;

const levels = ['required', 'advisory', 'observed'];
const phases: readonly Phase[] = ['main', 'settled', 'closing', 'last'];
const idShape = /^[a-z]+\.[a-z][a-z-]*$/;
const prefixOf = (id: string) => id.slice(0, id.indexOf('.'));
const catalogPrefixes = new Set(catalog.map(({ id }) => prefixOf(id)));

/** The functions that each kind needs. */
const functions: Readonly<Record<CheckOrRule['kind'], readonly string[]>> = {
  check: ['run'],
  probe: ['make'],
  everyResponse: ['on', 'judge'],
  conclusion: ['conclude'],
};

/** Describes the first problem of custom checks, or returns undefined. */
function suiteProblem(value: unknown): string | undefined {
  const { title, requirements, checks }: Fields = Object(value);
  if (!Array.isArray(requirements) || !Array.isArray(checks))
    return `expected a suite, not ${shown(value)}.\nWrite \`suite('…', [ … ])\`.`;
  if (!isText(title)) return `the title of the suite is ${shown(title)}, expected a string for the reports`;
  if (sections.some((section) => section.title === title))
    return `the title of the suite is ${shown(title)}, which is a section of the specification. Use another title`;
  if (requirements.length === 0)
    return 'the suite adds no requirement. Add `requirement({ id, level, title, impact, fix })`';
  const wrong = requirements.map(requirementProblem).find(isText);
  if (wrong !== undefined) return wrong;
  const ids: readonly string[] = requirements.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) < index);
  if (twice !== undefined) return `the suite has two requirements ${twice}`;
  const problem = checks.map((entry, index) => entryProblem(entry, index, ids)).find(isText);
  if (problem !== undefined) return problem;
  const judged = checks.filter(({ kind }) => kind !== 'probe').map(({ requirement }) => requirement);
  const unjudged = ids.find((id) => !judged.includes(id));
  if (unjudged === undefined) return undefined;
  return `nothing tests ${unjudged}. Add a check or a rule for it, or remove the requirement`;
}

function requirementProblem(given: unknown, index: number): string | undefined {
  const fields: Fields = Object(given);
  const { id, level } = fields;
  if (typeof id !== 'string' || !idShape.test(id))
    return `the id of requirement ${index + 1} is ${shown(id)}, expected section.name in lowercase, such as guide.etag`;
  if (catalogPrefixes.has(prefixOf(id)))
    return `the id ${id} begins with "${prefixOf(id)}.", a section of the specification. Use another one`;
  if (!levels.includes(String(level)))
    return `the level of ${id} is ${shown(level)}, expected ${levels.join(', ')}`;
  for (const field of ['title', 'impact', 'fix', 'source', 'sentence', 'asks']) {
    const isOptional = ['source', 'sentence', 'asks'].includes(field);
    if (!isText(fields[field]) && !(isOptional && fields[field] === undefined))
      return `the ${field} of ${id} is ${shown(fields[field])}, expected a string for the reports`;
  }
  return ['testedBy', 'dependsOn']
    .map((field) => idsProblem(fields[field], `${field} of ${id}`))
    .find(isText);
}

function idsProblem(value: unknown = [], place: string): string | undefined {
  if (!Array.isArray(value)) return `${place} is ${shown(value)}, expected a list of requirement ids`;
  const unknown: unknown = value.find((id) => !isRequirementId(String(id)));
  if (unknown === undefined) return undefined;
  const near = advice(nearest(String(unknown), requirementIds, 3));
  return `${place} contains ${shown(unknown)}, which is not a requirement of the specification.${near}`;
}

function entryProblem(entry: unknown, index: number, ids: readonly string[]): string | undefined {
  const fields: Fields = Object(entry);
  const { kind, requirement, title, needs } = fields;
  const expected = Object.entries(functions).find(([name]) => name === kind)?.[1];
  if (expected === undefined)
    return `entry ${index + 1} of the suite is ${shown(entry)}, expected a result of requirement, ${Object.keys(functions).join(', ')} or observe`;
  if (!ids.includes(String(requirement)))
    return `entry ${index + 1} of the suite tests ${shown(requirement)}, which is not a requirement of the suite`;
  if (!isText(title))
    return `the title of entry ${index + 1} of the suite is ${shown(title)}, expected a string for the reports`;
  const named = `${requirement} (${title})`;
  const missing = expected.find((name) => typeof fields[name] !== 'function');
  if (missing !== undefined)
    return `${missing} of ${named} is ${shown(fields[missing])}, expected a function`;
  return kind === 'check' || kind === 'probe' ? needsProblem(needs, named) : undefined;
}

function needsProblem(given: unknown, place: string): string | undefined {
  if (typeof given !== 'object' || given === null)
    return `the needs of ${place} are ${shown(given)}, expected an object: {} means one request with the key`;
  const needs: Fields = { ...given };
  for (const name of [
    'priority',
    'withKey',
    'withoutKey',
    'creates',
    'controls',
  ] satisfies (keyof CheckNeeds)[]) {
    const { [name]: value = 0 } = needs;
    if (!Number.isSafeInteger(value) || Number(value) < 0)
      return `${name} of ${place} is ${shown(value)}, expected a whole number of at least 0`;
  }
  const { after, uses = [], phase = 'main', profiles: chosen = [] } = needs;
  if (!Array.isArray(uses) || ![...uses, after ?? { kind: 'probe' }].every((one) => one?.kind === 'probe'))
    return `after or uses of ${place} contains something that is not a probe`;
  if (!phases.some((one) => one === phase))
    return `phase of ${place} is ${shown(phase)}, expected ${phases.join(', ')}`;
  if (!Array.isArray(chosen) || !chosen.every((one) => profiles.includes(one)))
    return `profiles of ${place} is ${shown(chosen)}, expected a list of ${profiles.join(', ')}`;
  return undefined;
}

/** Checks whether a value is a non-blank string. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** Describes a value briefly. */
function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'function' ? 'a function' : String(value);
}
