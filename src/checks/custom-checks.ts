import { loadNamed, sentence } from '../config/files.ts';
import { UsageError } from '../config/messages.ts';
import { profiles } from '../config/options.ts';
import { bodySchemaProblem } from '../json/body-schema.ts';
import { isRequirementId, requirementIds, requirementsOfSection, sections } from '../spec/catalog.ts';
import { isAdded } from '../spec/operations.ts';
import type { Requirement } from '../spec/requirement.ts';
import { definedOnly } from '../text/defined-only.ts';
import { advice, nearest } from '../text/similar.ts';
import type {
  CheckNeeds,
  CheckOrRule,
  CustomRequirement,
  InvalidBodies,
  Phase,
  Suite,
} from './vocabulary.ts';

/** Validated custom requirements and their checks. */
export interface AddedChecks {
  /** The source of the checks, as messages name it: a path, or the name of an option. */
  readonly from: string;
  /** The file as the user named it, if the checks come from a file. */
  readonly file?: string;
  /** The requirements of the file, and the kit's requirements for the operations that the file adds (`sectionIdOf`). */
  readonly requirements: readonly Requirement[];
  /** The suite. Reports show its requirements in a section with the suite's title. */
  readonly suite: Suite;
}

const wanted = { entry: 'petstore-conformance/check', example: "export default suite('…', [ … ])" };

/** Loads custom checks from the default export of a module. Loading runs the module's code. Throws a UsageError. */
export async function loadChecks(path: string): Promise<AddedChecks> {
  const from = JSON.stringify(path).slice(1, -1);
  return readChecks(await loadNamed(path, wanted), { from, file: path });
}

/** Validates custom checks without running any. Throws a UsageError that shows the place and the value, and says what to do. */
export function readChecks(value: unknown, { from, file }: Pick<AddedChecks, 'from' | 'file'>): AddedChecks {
  const problem = suiteProblem(value);
  if (problem !== undefined) throw new UsageError(`${from}: ${sentence(problem)}`);
  const suite = value as Suite;
  const { title, requirements = [], operations = [], bodies = [] } = suite;
  const ofBodies = bodies.flatMap((one) => Object.values(one.requirements));
  const own = requirements.map((one) => requirementOf(one, title, ofBodies.includes(one.id)));
  const ids = own.map(({ id }) => id);
  const ofOperations = operations.length === 0 ? [] : requirementsOfSection(prefixOf(ids[0] ?? ''), ids);
  return { from, ...definedOnly({ file }), requirements: [...own, ...ofOperations], suite };
}

/** Returns the id that one of the kit's requirements has for the operations of a suite, such as `pets.errors.shape`. */
export function sectionIdOf({ requirements = [] }: Suite, id: string): string {
  return `${prefixOf(requirements[0]?.id ?? '')}.${id}`;
}

/** Returns the requirement in the form that the catalog uses. */
function requirementOf(given: CustomRequirement, section: string, isOfBodies: boolean): Requirement {
  const { id, level, title, source = section, sentence, asks = title, impact, fix } = given;
  const { testedBy: fedBy = [], dependsOn } = given;
  const invalidBodies = isOfBodies ? (true as const) : undefined;
  const traits = { fedBy, ...definedOnly({ dependsOn, invalidBodies }) };
  return { id, level, title, source, ...definedOnly({ sentence }), asks, impact, fix, traits };
}

/** Throws a UsageError if two files define a requirement with the same id, or the same operation. */
export function refuseTwice(all: readonly AddedChecks[]): void {
  const sources = new Map<string, string>();
  for (const { from, requirements, suite } of all)
    for (const one of [...(suite.operations ?? []), ...requirements]) {
      const what = 'method' in one ? 'an operation' : 'a requirement';
      const other = sources.get(one.id);
      if (other !== undefined)
        throw new UsageError(`${from}: ${one.id} is already ${what} of ${other}. Use another id.`);
      sources.set(one.id, from);
    }
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * The maximum number of probes that are sent beyond the limit. Each of them costs a 429, and a key may be banned for too
 * many 429s.
 */
const mostBeyond = 2;
const levels = ['required', 'advisory', 'observed'];
const phases: readonly Phase[] = ['main', 'settled', 'closing', 'last'];
const idShape = /^[a-z]+\.[a-z][a-z-]*$/;
const prefixOf = (id: string) => id.slice(0, id.indexOf('.'));
/** The sections of the specification, except for those about operations that the specification only names. */
const catalogPrefixes = new Set(
  sections.flatMap((one) => (one.isOpen ? [] : one.requirements.map(({ id }) => prefixOf(id)))),
);
const counts: readonly (keyof CheckNeeds)[] = ['priority', 'withKey', 'withoutKey', 'creates', 'controls'];

/** The functions that an entry of each kind must have. */
const functions: Readonly<Record<CheckOrRule['kind'], readonly string[]>> = {
  check: ['run'],
  probe: ['make'],
  everyResponse: ['on', 'judge'],
  conclusion: ['conclude'],
};

/** Describes the first problem in custom checks, or returns undefined. */
function suiteProblem(value: unknown): string | undefined {
  const { title, requirements, checks, operations = [], bodies = [] }: Fields = Object(value);
  if (!Array.isArray(requirements) || !Array.isArray(checks))
    return `expected a suite, not ${shown(value)}.\nWrite \`suite('…', [ … ])\`.`;
  if (!isText(title)) return `the title of the suite is ${shown(title)}, expected a string for the reports`;
  if (sections.some((section) => section.title === title))
    return `the title of the suite is ${shown(title)}, which is a section of the specification. Use another title`;
  if (requirements.length === 0)
    return 'the suite adds no requirement. Add `requirement({ id, level, title, impact, fix })`';
  if (!Array.isArray(operations) || !operations.every((one) => isAdded(String(one?.id))))
    return 'the suite contains an operation that `operation()` did not make';
  const wrong = requirements.map(requirementProblem).find(isText);
  if (wrong !== undefined) return wrong;
  const ids: readonly string[] = requirements.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) < index);
  if (twice !== undefined) return `the suite has two requirements with the id ${twice}`;
  const problem = checks.map((entry, index) => entryProblem(entry, index, ids)).find(isText);
  if (problem !== undefined) return problem;
  if (checks.filter(({ needs }) => needs?.beyond === true).length > mostBeyond)
    return `the suite has more than ${mostBeyond} probes beyond the limit`;
  const ofBodies = Array.isArray(bodies) ? (bodies as readonly InvalidBodies[]) : [];
  const wrongBodies = ofBodies.map((one) => bodiesProblem(one, ids, operations)).find(isText);
  if (wrongBodies !== undefined) return wrongBodies;
  const judged = [
    ...checks.filter(({ kind }) => kind !== 'probe').map(({ requirement }) => requirement),
    ...ofBodies.flatMap((one) => Object.values(one.requirements)),
  ];
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
  if (isRequirementId(id)) return `the id ${id} is a requirement of the specification. Use another one`;
  if (!levels.includes(String(level)))
    return `the level of ${id} is ${shown(level)}, expected one of: ${levels.join(', ')}`;
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
    return `entry ${index + 1} of the suite is ${shown(entry)}, expected the result of requirement, operation, ${Object.keys(functions).join(', ')} or observe`;
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
  for (const name of counts) {
    const { [name]: value = 0 } = needs;
    if (!Number.isSafeInteger(value) || Number(value) < 0)
      return `${name} of ${place} is ${shown(value)}, expected a whole number of at least 0`;
  }
  const { after, uses = [], phase = 'main', profiles: chosen = [], cleanup } = needs;
  if (cleanup !== undefined && typeof cleanup !== 'function')
    return `cleanup of ${place} is ${shown(cleanup)}, expected a function`;
  if (!Array.isArray(uses) || ![...uses, after ?? { kind: 'probe' }].every((one) => one?.kind === 'probe'))
    return `after or uses of ${place} contains something that is not a probe`;
  if (!phases.some((one) => one === phase))
    return `phase of ${place} is ${shown(phase)}, expected one of: ${phases.join(', ')}`;
  if (!Array.isArray(chosen) || !chosen.every((one) => profiles.includes(one)))
    return `profiles of ${place} is ${shown(chosen)}, expected a list of ${profiles.join(', ')}`;
  return undefined;
}

function bodiesProblem(
  { requirements, operation, schema }: InvalidBodies,
  ids: readonly string[],
  operations: readonly unknown[],
): string | undefined {
  const place = `invalidBodies of ${operation?.id}`;
  if (!operations.includes(operation)) return `${place}: the operation is not an entry of the suite`;
  if (operation.method === 'GET' || operation.path.includes('{'))
    return `${place}: the operation must have a body, and a path without parameters`;
  const unknown = Object.entries({ '*': undefined, ...requirements }).find(
    ([, id]) => !ids.includes(id ?? ''),
  );
  if (unknown !== undefined)
    return `${place}: ${shown(unknown[1])} for ${unknown[0]} is not a requirement of the suite`;
  const problem =
    schema?.type === 'object' ? bodySchemaProblem(schema) : 'the schema does not describe an object';
  return problem && `${place}: ${problem}`;
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
