import { dependent } from '../exchange/finding.ts';
import {
  baselineWords,
  isKnown,
  type Outcome,
  type RequirementResult,
  type UsedWaiver,
  type Verdict,
} from '../report/model/report.ts';
import type { Requirement } from '../spec/requirement.ts';
import { type Facts, gapsAmong } from './verdict.ts';

interface SentenceFacts extends Facts {
  readonly outcome: Outcome;
  readonly counts: Readonly<Record<Verdict, number>>;
}

/** Says the verdict in a sentence, with what to do where there is something. */
export function sentenceOf(facts: SentenceFacts): string {
  const { outcome, counts, untestable } = facts;
  const missed = gapsAmong(facts.requirements);
  switch (outcome) {
    case 'interrupted':
      return 'The run was interrupted; what was found until then is shown.';
    case 'does not conform':
      return [broken(facts), ...oneCause(facts), ...news(facts), untestable]
        .filter((words) => words !== undefined)
        .join(' ');
    case 'nothing new': {
      const rows = counts.fail === 1 ? '1 requirement is' : `${counts.fail} requirements are`;
      return `${rows} broken, in no other way than in ${baselineWords(facts) ?? 'the baseline'}.`;
    }
    case 'waivers out of date':
      return outOfDate(facts.waivers);
    case 'could not be tested':
      if (untestable !== undefined) return untestable;
      if (facts.kitFaults > 0) return 'The kit itself failed: the result cannot be relied on.';
      if (facts.checkFaults > 0)
        return 'A check that was added broke by itself, which is no fault of the service: what it was to judge is open.';
      return facts.strict && missed > 0
        ? `${missed} required rows were not exercised (--strict).`
        : 'Nothing was exercised, so nothing can be said.';
    default:
      return kept(facts, missed);
  }
}

function broken({ counts: { fail, warn }, requirements }: SentenceFacts): string {
  if (fail === 0)
    return `${warn} advisory ${warn === 1 ? 'requirement is' : 'requirements are'} not kept (--fail-on advisory).`;
  const { count, words } = addedAmong(requirements, ['fail']);
  const ours = fail - count;
  if (count === 0) return `${fail} of the specification's requirements ${fail === 1 ? 'is' : 'are'} broken.`;
  return ours === 0
    ? `No requirement of the specification is broken; ${words} ${count === 1 ? 'is' : 'are'}.`
    : `${ours} of the specification's requirements and ${words} are broken.`;
}

/**
 * Names requirements that fail in one and the same way, by a wrong status other than 2xx: there may be one thing to fix.
 */
function oneCause({ findings }: SentenceFacts): string[] {
  const alike = new Map<string, Set<string>>();
  for (const { level, requirement, signature, expected, waived } of findings) {
    const cause = signature.slice(requirement.length + 2);
    if (level !== 'required' || waived !== undefined || !/^(returned [3-5]|no response|redirected)/.test(cause))
      continue;
    const key = `${cause}; expected ${expected}`;
    alike.set(key, (alike.get(key) ?? new Set()).add(requirement));
  }
  return [...alike].flatMap(([key, ids]) => {
    const listed = [...ids].join(', ').replace(/, ([^,]*)$/, ' and $1');
    return ids.size < 2 ? [] : [`${listed} fail in the same way (${key}), probably for one reason.`];
  });
}

/** Names what the baseline does not hold among what is violated: that is what fails the run. */
function news(facts: SentenceFacts): string[] {
  const baseline = baselineWords(facts);
  if (baseline === undefined) return [];
  const failing = facts.requirements.filter(
    ({ verdict }) => verdict === 'fail' || (facts.counts.fail === 0 && verdict === 'warn'),
  );
  const fresh = failing.filter(({ id }) => !isKnown(id, facts.findings)).map(({ id }) => id);
  const known = failing.length - fresh.length;
  const rest = known === 0 ? 'none was known' : `${known === 1 ? '1 was' : `${known} were`} known`;
  return [`New since ${baseline}: ${fresh.join(', ')}; ${rest}.`];
}

function kept({ counts: { waived }, requirements }: SentenceFacts, missed: number): string {
  const but = waived === 0 ? '' : `, but for ${waived} that ${waived === 1 ? 'is' : 'are'} waived`;
  const { count, words } = addedAmong(requirements, ['pass', 'flaky']);
  const among = count === 0 ? '' : `, with ${words}`;
  return missed === 0
    ? `Every requirement that was asked for is kept${among}${but}.`
    : `Every requirement that was exercised is kept${among}${but}; ${missed} required ${missed === 1 ? 'row was' : 'rows were'} not exercised.`;
}

/** Counts and names the requirements with one of these verdicts that the user added. */
function addedAmong(requirements: readonly RequirementResult[], verdicts: readonly Verdict[]) {
  const added = requirements.filter(
    ({ verdict, section }) => section !== undefined && verdicts.includes(verdict),
  );
  const sections = [...new Set(added.map(({ section }) => section))].join(', ');
  const words = `${added.length} that ${added.length === 1 ? 'was' : 'were'} added (${sections})`;
  return { count: added.length, words };
}

function outOfDate(waivers: readonly UsedWaiver[]): string {
  const named = (state: UsedWaiver['state'], what: string) => {
    const ids = waivers.filter((waiver) => waiver.state === state).map(({ requirement }) => requirement);
    return ids.length === 0 ? [] : [`${what}: ${ids.join(', ')}`];
  };
  const stale = named('stale', 'mended, so that nothing is left to waive');
  const parts = [...named('expired', 'expired'), ...stale].join('; ');
  const advice =
    stale.length > 0
      ? 'Take what is mended out of the file'
      : 'Take them out of the file, or give them a new date';
  return `Waivers are out of date (${parts}). ${advice}.`;
}

/**
 * Says of each result that depends on another requirement which of these is violated, and has to be fixed first: that is
 * known only when all are judged.
 */
export function sayWhyMissed(
  requirements: readonly Requirement[],
  results: readonly RequirementResult[],
): RequirementResult[] {
  const dependsOn = new Map(requirements.map(({ id, traits }) => [id, traits?.dependsOn]));
  const violated = new Set(
    results.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn').map(({ id }) => id),
  );
  return results.map((result) => {
    const ids = result.reason === dependent ? dependsOn.get(result.id) : undefined;
    if (ids === undefined) return result;
    const failed = ids.filter((id) => violated.has(id));
    const reason =
      failed.length === 0
        ? `could not be judged, for it hangs on ${ids.join(', ')}`
        : `could not be judged because ${failed.join(' and ')} failed; mend that first`;
    return { ...result, reason };
  });
}
