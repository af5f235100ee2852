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

/** Returns the verdict as a sentence, with advice if there is any. */
export function sentenceOf(facts: SentenceFacts): string {
  const { outcome, counts, untestable } = facts;
  const missed = gapsAmong(facts.requirements);
  switch (outcome) {
    case 'interrupted':
      return 'The run was interrupted. The report covers the responses so far.';
    case 'does not conform':
      return [violated(facts), ...oneCause(facts), ...newViolations(facts), untestable]
        .filter((words) => words !== undefined)
        .join(' ');
    case 'nothing new': {
      const requirements = counts.fail === 1 ? '1 requirement is' : `${counts.fail} requirements are`;
      return `${requirements} violated, all as in ${baselineWords(facts) ?? 'the baseline'}.`;
    }
    case 'waivers out of date':
      return outOfDate(facts.waivers);
    case 'could not be tested':
      if (untestable !== undefined) return untestable;
      if (facts.kitFaults > 0) return 'The kit itself failed, so the result is not reliable.';
      if (facts.checkFaults > 0)
        return 'A custom check threw an error, which is not a fault of the target. Its requirement was not tested.';
      return facts.strict && missed > 0
        ? `${missed} required ${missed === 1 ? 'requirement was' : 'requirements were'} not tested (--strict).`
        : 'No requirement was tested.';
    default:
      return passed(facts, missed);
  }
}

function violated({ counts: { fail, warn }, requirements }: SentenceFacts): string {
  if (fail === 0)
    return `${warn} advisory ${warn === 1 ? 'requirement is' : 'requirements are'} violated (--fail-on advisory).`;
  const { count, words } = customAmong(requirements, ['fail']);
  const ours = fail - count;
  const ofSpecification = `${ours} ${ours === 1 ? 'requirement' : 'requirements'} of the specification`;
  if (count === 0) return `${ofSpecification} ${ours === 1 ? 'is' : 'are'} violated.`;
  return ours === 0
    ? `No requirement of the specification is violated, but ${words} ${count === 1 ? 'is' : 'are'}.`
    : `${ofSpecification} and ${words} are violated.`;
}

/** Names requirements that fail in the same way, by a wrong status other than 2xx: they may have the same cause. */
function oneCause({ findings }: SentenceFacts): string[] {
  const alike = new Map<string, Set<string>>();
  for (const { level, requirement, signature, expected, waived } of findings) {
    const cause = signature.slice(requirement.length + 2);
    if (
      level !== 'required' ||
      waived !== undefined ||
      !/^(returned [3-5]|no response|redirected)/.test(cause)
    )
      continue;
    const key = `${cause}; expected ${expected}`;
    alike.set(key, (alike.get(key) ?? new Set()).add(requirement));
  }
  return [...alike].flatMap(([key, ids]) => {
    const listed = [...ids].join(', ').replace(/, ([^,]*)$/, ' and $1');
    return ids.size < 2 ? [] : [`${listed} fail in the same way (${key}), probably for the same reason.`];
  });
}

/** Names the violated requirements that are not in the baseline, which fail the run. */
function newViolations(facts: SentenceFacts): string[] {
  const baseline = baselineWords(facts);
  if (baseline === undefined) return [];
  const failing = facts.requirements.filter(
    ({ verdict }) => verdict === 'fail' || (facts.counts.fail === 0 && verdict === 'warn'),
  );
  const fresh = failing.filter(({ id }) => !isKnown(id, facts.findings)).map(({ id }) => id);
  const known = failing.length - fresh.length;
  return [`New since ${baseline}: ${fresh.join(', ')}; already known: ${known}.`];
}

function passed({ counts: { waived }, requirements }: SentenceFacts, missed: number): string {
  const but = waived === 0 ? '' : `, except ${waived} waived`;
  const { count, words } = customAmong(requirements, ['pass', 'flaky']);
  const among = count === 0 ? '' : `, including ${words}`;
  return missed === 0
    ? `All selected requirements passed${among}${but}.`
    : `All tested requirements passed${among}${but}; ${missed} required ${missed === 1 ? 'requirement was' : 'requirements were'} not tested.`;
}

/** Counts and names the custom requirements with one of these verdicts. */
function customAmong(requirements: readonly RequirementResult[], verdicts: readonly Verdict[]) {
  const custom = requirements.filter(
    ({ verdict, section }) => section !== undefined && verdicts.includes(verdict),
  );
  const sections = [...new Set(custom.map(({ section }) => section))].join(', ');
  const words = `${custom.length} from custom checks (${sections})`;
  return { count: custom.length, words };
}

function outOfDate(waivers: readonly UsedWaiver[]): string {
  const named = (state: UsedWaiver['state'], what: string) => {
    const ids = waivers.filter((waiver) => waiver.state === state).map(({ requirement }) => requirement);
    return ids.length === 0 ? [] : [`${what}: ${ids.join(', ')}`];
  };
  const stale = named('stale', 'already fixed');
  const parts = [...named('expired', 'expired'), ...stale].join('; ');
  const advice = stale.length > 0 ? 'Remove those that are fixed' : 'Remove them, or set a new date';
  return `Waivers are out of date (${parts}). ${advice}.`;
}

/**
 * Names the violated requirement in each result that depends on it. This needs all results, because the other one must be
 * fixed first.
 */
export function nameViolated(
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
        ? `depends on ${ids.join(', ')}`
        : `depends on ${failed.join(' and ')}, which failed; fix that first`;
    return { ...result, reason };
  });
}
