import { advice, UsageError } from '../config/messages.ts';
import { profiles } from '../config/options.ts';
import { loadDefault, UnloadableModule } from '../files/load-module.ts';
import { catalog, isRequirementId, sections, similarIds } from '../spec/catalog.ts';
import type { Requirement } from '../spec/requirement.ts';
import { definedOnly } from '../text/defined-only.ts';
import type { Suite } from './built-in.ts';
import { isRecord, isText, shown } from './faults.ts';
import { guardChecks } from './guard.ts';
import type { CustomCheckNeeds, CustomChecks, CustomRequirement } from './vocabulary.ts';

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

const wanted = { entry: 'petstore-conformance/check', example: 'export default defineChecks({ … })' };
const standardIdleMs = 30_000;

/** Loads the default export of a module, which runs its code. Throws a UsageError. */
export async function loadChecks(path: string): Promise<AddedChecks> {
  const from = JSON.stringify(path).slice(1, -1);
  try {
    return readChecks(await loadDefault(path, wanted), { from, file: path });
  } catch (error) {
    if (!(error instanceof UnloadableModule)) throw error;
    throw new UsageError(`${from} ${error.message}`);
  }
}

/** Validates custom checks without running any. Throws a UsageError with the place, the value and what to do. */
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
    requirements: requirements.map((one) => requirementOf(one, section)),
    suite: { title: section, checks: guardChecks(checks, from, longestIdleMs) },
  };
}

function requirementOf(
  { testedBy: fedBy = [], dependsOn, ...given }: CustomRequirement,
  section: string,
): Requirement {
  const traits = { fedBy, ...definedOnly({ dependsOn }) };
  return { ...given, source: given.source ?? section, asks: given.asks ?? given.title, traits };
}

/** Throws a UsageError if two files define a requirement with the same id. */
export function refuseTwice(all: readonly AddedChecks[]): void {
  const sources = new Map<string, string>();
  for (const { from, requirements } of all)
    for (const { id } of requirements) {
      const other = sources.get(id);
      if (other !== undefined)
        throw new UsageError(`${from}: ${id} is already a requirement of ${other}. Use another id`);
      sources.set(id, from);
    }
}

type Fields = Readonly<Record<string, unknown>>;

const levels = ['required', 'advisory', 'observed'];
const idShape = /^[a-z]+\.[a-z][a-z-]*$/;
const catalogPrefixes = new Set(catalog.map(({ id }) => prefixOf(id)));

/** The functions that each kind needs. */
const functions: Readonly<Record<string, readonly string[]>> = {
  check: ['run'],
  probe: ['make'],
  everyResponse: ['on', 'judge'],
  wholeRun: ['start'],
};

/** Describes the first problem of custom checks, or returns undefined. */
function checksProblem(value: unknown): string | undefined {
  if (!isRecord(value))
    return `the default export is ${shown(value)}\nWrite \`export default defineChecks({ section, requirements, checks })\`.`;
  const { section, requirements, checks } = value;
  if (!isText(section)) return `section is ${shown(section)}, expected a title for the reports`;
  if (sections.some(({ title }) => title === section))
    return `section is ${shown(section)}, which is a section of the specification. Use another title`;
  if (!Array.isArray(requirements) || requirements.length === 0)
    return `requirements is ${shown(requirements)}, expected a list of at least one`;
  if (!Array.isArray(checks))
    return `checks is ${shown(checks)}, expected a list of checks, probes and rules`;
  const wrong = requirements
    .map((one, index) => requirementProblem(one, `requirements[${index}]`))
    .find(isText);
  if (wrong !== undefined) return wrong;
  const ids: readonly string[] = requirements.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) < index);
  if (twice !== undefined) return `${twice} appears twice in requirements`;
  const problem = checks.map((one, index) => entryProblem(one, `checks[${index}]`, ids)).find(isText);
  if (problem !== undefined) return problem;
  const unjudged = ids.find(
    (id) => !checks.some(({ kind, requirement }) => kind !== 'probe' && requirement === id),
  );
  if (unjudged === undefined) return undefined;
  return `nothing tests ${unjudged}. Add a check or a rule for it, or remove the requirement`;
}

function requirementProblem(given: unknown, place: string): string | undefined {
  if (!isRecord(given)) return `${place} is ${shown(given)}, expected an object`;
  const { id, level } = given;
  if (typeof id !== 'string' || !idShape.test(id))
    return `${place}.id is ${shown(id)}, expected section.name in lowercase, such as guide.etag`;
  if (isRequirementId(id))
    return `${place}.id is ${id}, a requirement of the specification. Use another id in another section`;
  if (catalogPrefixes.has(prefixOf(id)))
    return `${place}.id begins with "${prefixOf(id)}.", a section of the specification. Use another one`;
  if (!levels.includes(String(level)))
    return `${place}.level is ${shown(level)}, expected ${levels.join(', ')}`;
  const missing = ['title', 'impact', 'fix'].find((field) => !isText(given[field]));
  if (missing !== undefined)
    return `${place}.${missing} is ${shown(given[missing])}, expected a string for the reports`;
  const optional = ['source', 'sentence', 'asks'].filter((field) => given[field] !== undefined);
  const noString = optional.find((field) => !isText(given[field]));
  if (noString !== undefined)
    return `${place}.${noString} is ${shown(given[noString])}, expected a string or nothing`;
  return ['testedBy', 'dependsOn'].map((field) => idsProblem(given[field], `${place}.${field}`)).find(isText);
}

function idsProblem(value: unknown, place: string): string | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) return `${place} is ${shown(value)}, expected a list of requirement ids`;
  const unknown: unknown = value.find((id) => !isRequirementId(String(id)));
  if (unknown === undefined) return undefined;
  return `${place} contains ${shown(unknown)}, which is not a requirement of the specification.${advice(similarIds(String(unknown)))}`;
}

function entryProblem(entry: unknown, place: string, ids: readonly string[]): string | undefined {
  const fields = (entry ?? {}) as Fields;
  const { kind, requirement, title, needs } = fields;
  const expected = functions[String(kind)];
  if (expected === undefined)
    return `${place} is ${shown(entry)}, expected a result of check, probe, everyResponse or wholeRun`;
  if (!ids.includes(String(requirement)))
    return `${place} tests ${shown(requirement)}, which is not in the requirements of this file`;
  const named = `${place} (${requirement})`;
  if (!isText(title)) return `the title of ${named} is ${shown(title)}, expected a string for the reports`;
  const missing = expected.find((name) => typeof fields[name] !== 'function');
  if (missing !== undefined)
    return `${missing} of ${named} is ${shown(fields[missing])}, expected a function`;
  return kind === 'check' || kind === 'probe' ? needsProblem(needs, named) : undefined;
}

function needsProblem(needs: unknown, place: string): string | undefined {
  if (!isRecord(needs))
    return `the needs of ${place} are ${shown(needs)}, expected an object: {} means one request with the key`;
  const { after, uses = [], phase = 'main', profiles: chosen, ...numbers } = needs as CustomCheckNeeds;
  for (const name of ['priority', 'withKey', 'withoutKey', 'creates'] as const) {
    const value: unknown = numbers[name];
    if (value !== undefined && !(Number.isSafeInteger(value) && Number(value) >= 0))
      return `${name} of ${place} is ${shown(value)}, expected a whole number of at least 0`;
  }
  if (!Array.isArray(uses)) return `uses of ${place} is ${shown(uses)}, expected a list of probes`;
  if ([...uses, ...(after === undefined ? [] : [after])].some((one) => one?.kind !== 'probe'))
    return `after or uses of ${place} contains something that is not a probe`;
  if (phase !== 'main' && phase !== 'last')
    return `phase of ${place} is ${shown(phase)}, expected main or last`;
  if (chosen !== undefined && !(Array.isArray(chosen) && chosen.every((one) => profiles.includes(one))))
    return `profiles of ${place} is ${shown(chosen)}, expected a list of ${profiles.join(', ')}`;
  return undefined;
}

function prefixOf(id: string): string {
  return id.slice(0, id.indexOf('.'));
}
