import { isText, shown } from './blame.ts';
import type { OwnCheckNeeds } from './vocabulary.ts';

/** What each kind of member has that is a function. */
const functions: Readonly<Record<string, readonly string[]>> = {
  check: ['run'],
  probe: ['make'],
  everyResponse: ['on', 'judge'],
  wholeRun: ['start'],
};
const profiles = ['gentle', 'standard', 'thorough'];

/** What is wrong with the members of a file whose requirements have these ids, in a sentence; undefined where nothing is. */
export function membersProblem(members: readonly unknown[], ids: readonly string[]): string | undefined {
  for (const [index, member] of members.entries()) {
    const problem = memberProblem(member, `members[${index}]`, ids);
    if (problem !== undefined) return problem;
  }
  const judged = new Set(
    (members as readonly { kind: string; requirement: string }[])
      .filter(({ kind }) => kind !== 'probe')
      .map(({ requirement }) => requirement),
  );
  const unjudged = ids.find((id) => !judged.has(id));
  if (unjudged === undefined) return undefined;
  return `nothing judges ${unjudged}: write a check or a rule for it, or take it out of the requirements`;
}

function memberProblem(member: unknown, place: string, ids: readonly string[]): string | undefined {
  const { kind, requirement, title, needs } = (member ?? {}) as Readonly<Record<string, unknown>>;
  const expected = functions[String(kind)];
  if (expected === undefined)
    return `${place} is ${shown(member)}; members are made by check, probe, everyResponse and wholeRun`;
  if (!ids.includes(String(requirement)))
    return `${place} judges ${shown(requirement)}, which is not among the requirements of this file`;
  const named = `${place} (${requirement})`;
  if (!isText(title)) return `the title of ${named} is ${shown(title)}; reports show it as a text`;
  const missing = expected.find((name) => typeof (member as Record<string, unknown>)[name] !== 'function');
  if (missing !== undefined)
    return `${missing} of ${named} is ${shown((member as Record<string, unknown>)[missing])}, not a function`;
  return kind === 'check' || kind === 'probe' ? needsProblem(needs, named) : undefined;
}

function needsProblem(needs: unknown, place: string): string | undefined {
  if (typeof needs !== 'object' || needs === null)
    return `the needs of ${place} are ${shown(needs)}; {} is one request with the key`;
  const { after, uses = [], phase = 'main', profiles: wanted, ...numbers } = needs as OwnCheckNeeds;
  for (const name of ['worth', 'withKey', 'withoutKey', 'creates'] as const) {
    const value: unknown = numbers[name];
    if (value !== undefined && !(Number.isSafeInteger(value) && Number(value) >= 0))
      return `${name} of ${place} is ${shown(value)}, not a whole number from 0`;
  }
  if (!Array.isArray(uses)) return `uses of ${place} is ${shown(uses)}; it lists probes`;
  if ([...uses, ...(after === undefined ? [] : [after])].some((one) => one?.kind !== 'probe'))
    return `${place} comes after, or uses, what is no probe`;
  if (phase !== 'main' && phase !== 'last') return `phase of ${place} is ${shown(phase)}; it is main or last`;
  const isKnown = (one: string) => profiles.includes(one);
  if (wanted !== undefined && !(Array.isArray(wanted) && wanted.every(isKnown)))
    return `profiles of ${place} are ${shown(wanted)}; there are ${profiles.join(', ')}`;
  return undefined;
}
