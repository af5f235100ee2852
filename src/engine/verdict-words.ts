import { dependent } from '../exchange/finding.ts';
import { listedIds, staleAmong } from '../report/content.ts';
import {
  baselineWords,
  type Finding,
  isKnown,
  type NotSelectedGroup,
  type RequirementResult,
  type RunOutcome,
  type Scope,
  type Verdict,
} from '../report/model/report.ts';
import { notTestedWords } from '../report/scope.ts';
import { expiredWords, renewCommand } from '../report/waivers.ts';
import type { Requirement } from '../spec/requirement.ts';
import { grouped } from '../text/grouped.ts';
import { counted } from '../text/layout.ts';
import { type DecisiveFacts, failingAmong, gapsAmong } from './verdict.ts';

interface SentenceFacts extends DecisiveFacts {
  readonly outcome: RunOutcome;
  readonly counts: Readonly<Record<Verdict, number>>;
}

/** Returns the verdict as a sentence, with advice if there is any. */
export function sentenceOf(facts: SentenceFacts): string {
  const { outcome, untestable } = facts;
  switch (outcome) {
    case 'interrupted':
      return 'The run was interrupted. The report covers the responses so far.';
    case 'does not conform':
      return [
        ...[violated(facts), ...oneCause(facts), ...newViolations(facts)],
        ...[untestable, expired(facts), noLongerNeeded(facts)],
      ]
        .filter((words) => words !== undefined)
        .join(' ');
    case 'nothing new':
      return withNotice(nothingNew(facts), facts);
    case 'waivers out of date':
      return outOfDate(facts);
    case 'could not be tested':
      if (untestable !== undefined) return untestable;
      if (facts.kitFaults > 0) return 'The kit itself failed, so the result is not reliable.';
      if (facts.checkFaults > 0)
        return 'A custom check threw an error or did not finish, which is not a fault of the target. Its requirement was not tested.';
      return 'No requirement was tested.';
    case 'incomplete':
      return withNotice(tooLittle(facts), facts);
    default:
      return withNotice(passed(facts), facts);
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
  const refused = findings.filter(({ level, waived, wrong, exchange }) => {
    const isRefused = exchange !== undefined && (exchange.response?.status ?? 500) >= 300;
    return level === 'required' && waived === undefined && wrong === 'status' && isRefused;
  });
  const alike = grouped(refused, ({ cause, expected }) => `${cause}; expected ${expected}`);
  return [...alike].flatMap(([key, some]) => {
    const ids = [...new Set(some.map(({ requirement }) => requirement))];
    const named = `${ids.slice(0, -1).join(', ')} and ${ids.at(-1)}`;
    return ids.length < 2 ? [] : [`${named} fail in the same way (${key}), probably for the same reason.`];
  });
}

/** Names the violated requirements that are not in the baseline, which fail the run. */
function newViolations(facts: SentenceFacts): string[] {
  const baseline = baselineWords(facts);
  if (baseline === undefined) return [];
  const failing = failingAmong(facts);
  const fresh = failing.filter(({ id }) => !isKnown(id, facts.findings)).map(({ id }) => id);
  const known = failing.length - fresh.length;
  const already = known === 0 ? '. No known failures.' : `; already known: ${known}.`;
  return [`New since ${baseline}: ${fresh.join(', ')}${already}`];
}

/** Names what is violated and does not fail the run, because the baseline contains it or a waiver accepts it. */
function nothingNew(facts: SentenceFacts): string {
  const { counts, scope, requirements } = facts;
  const { waived } = counts;
  const known = failingAmong(facts).length;
  const first =
    known === 0
      ? `${scope.passed} of ${scope.selected} selected requirements passed`
      : `${counted(known, 'requirement is', 'requirements are')} violated, all as in ${baselineWords(facts) ?? 'the baseline'}`;
  const violations = new Set(
    facts.findings.flatMap((one) => (one.waived === undefined ? [] : [one.requirement])),
  );
  const dependents = requirements.filter(({ id, verdict }) => verdict === 'waived' && !violations.has(id));
  const rest =
    dependents.length === 0
      ? ''
      : `, and with ${waived - dependents.length === 1 ? 'it' : 'them'} what depends on ${waived - dependents.length === 1 ? 'it' : 'them'}: ${listedIds(dependents.map(({ id }) => id))}`;
  const accepted = `${counted(waived - dependents.length, 'violation is', 'violations are')} waived${rest}`;
  return [first, ...(waived === 0 ? [] : [accepted]), ...limitsOf(facts)].join('; ').concat('.');
}

function passed(facts: SentenceFacts): string {
  const {
    counts: { waived },
    requirements,
    scope,
  } = facts;
  const but = waived === 0 ? '' : `, except ${waived} waived`;
  const { count, words } = customAmong(requirements, ['pass', 'flaky']);
  const among = count === 0 ? '' : `, including ${words}`;
  const { missed } = gapsOf(scope, requirements);
  const all = `All ${missed.length === 0 ? 'selected' : 'tested'} requirements passed${among}${but}`;
  return [all, ...limitsOf(facts)].join('; ').concat('.');
}

/** Names what a run without new violations did not select, or did not test. */
function limitsOf({ requirements, scope }: SentenceFacts): string[] {
  return [
    ...(scope.full ? [] : [`not selected: ${leftOut(scope).map(withOption).join(', ')}`]),
    ...gapsOf(scope, requirements).missed,
    ...scope.notSelected
      .filter(({ because }) => because === 'target')
      .map(({ reason, requirements: ids }) => `not testable here: ${listedIds(ids)} (${reason})`),
    ...scope.notTested.filter(({ partly }) => partly).map(notTestedWords),
  ];
}

/** Says that nothing failed, what `--strict` or `--strict-selection` misses, and the options that add it. */
function tooLittle(facts: SentenceFacts): string {
  const { strict, scope, requirements, counts } = facts;
  const { left, missed } = gapsOf(scope, requirements);
  const gaps = strict ? [...left, ...missed] : missed;
  const option = strict ? '--strict' : '--strict-selection';
  const isAccepted = failingAmong(facts).length > 0 || counts.waived > 0;
  const first = isAccepted
    ? 'Nothing new fails'
    : `All ${missed.length === 0 ? 'selected' : 'tested'} requirements passed`;
  const advice = left.length === 0 ? '' : ' To check only what you select, use --strict-selection.';
  return `${first}, but ${option} requires more: ${gaps.join('; ')}.${strict ? advice : ''}`;
}

/** Describes what a run left out, and what it selected but did not test. */
function gapsOf(scope: Scope, requirements: readonly RequirementResult[]) {
  return {
    left: scope.full ? [] : [leftOutWords(scope)],
    missed: missedWords(gapsAmong(requirements, scope)),
  };
}

const leftOut = ({ notSelected }: Scope) => notSelected.filter(({ because }) => because === 'run');

/** Groups with more requirements are only counted. */
const mostNamed = 5;

/** Returns "38 requirements (outside --only; run without --only)", or the ids of a few. */
function withOption({ option, reason, requirements }: NotSelectedGroup): string {
  const { length } = requirements;
  const named = length > mostNamed ? counted(length, 'requirement') : requirements.join(', ');
  return `${named} (${reason}${option === undefined ? '' : `; ${adviceWords(option)}`})`;
}

const adviceWords = (option: string) => `run ${option.startsWith('without ') ? option : `with ${option}`}`;

/** Names the required requirements that the run left out, and the options that add them. */
function leftOutWords(scope: Scope): string {
  const groups = leftOut(scope);
  const count = groups.reduce((sum, group) => sum + group.requirements.length, 0);
  const named = groups.map(({ requirements, reason, option }) => {
    const add = option === undefined ? '' : `; ${adviceWords(option)}`;
    return `${listedIds(requirements)} (${reason}${add})`;
  });
  const were = count === 1 ? 'was' : 'were';
  return `${count} of ${scope.required} required requirements ${were} not selected: ${named.join(', ')}`;
}

/** Names the required requirements that were selected and not tested, by reason. */
function missedWords(missed: readonly RequirementResult[]): string[] {
  if (missed.length === 0) return [];
  const groups = [...grouped(missed, ({ reason = 'no reason given' }) => reason)].map(
    ([reason, some]) => `${listedIds(some.map(({ id }) => id))} (${reason})`,
  );
  const were = counted(missed.length, 'required requirement was', 'required requirements were');
  return [`${were} not tested: ${groups.join(', ')}`];
}

function withNotice(sentence: string, facts: SentenceFacts): string {
  return [sentence, noLongerNeeded(facts)].filter((words) => words !== undefined).join(' ');
}

/** Says which waivers have expired, because their failures may fail the run for no other reason. */
function expired({ waivers }: Pick<SentenceFacts, 'waivers'>): string | undefined {
  const all = waivers.filter(({ state }) => state === 'expired');
  if (all.length === 0) return undefined;
  const named = all
    .slice(0, maxExpired)
    .map((one) => `The waiver of ${one.requirement} ${expiredWords(one)}.`);
  const others = all.slice(maxExpired).map(({ requirement }) => requirement);
  const more =
    others.length === 0
      ? []
      : [`${counted(others.length, 'more waiver has', 'more waivers have')} expired: ${listedIds(others)}.`];
  const what = all.length === 1 ? 'the waiver' : 'the waivers';
  return [...named, ...more, `Fix what fails, or renew ${what}: ${renewCommand}`].join(' ');
}

/** Maximum number of expired waivers that a verdict describes. */
const maxExpired = 3;

/** Names the waivers whose failures are fixed. They fail a run only with `--strict`. */
function noLongerNeeded({ waivers }: Pick<SentenceFacts, 'waivers'>): string | undefined {
  const ids = staleAmong(waivers);
  if (ids.length === 0) return undefined;
  return ids.length === 1
    ? `A waiver is no longer needed, because its failure is fixed: ${ids[0]}.`
    : `${ids.length} waivers are no longer needed, because their failures are fixed: ${listedIds(ids)}.`;
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

/** Describes the waivers that have expired, and those that are no longer needed. */
function outOfDate(facts: SentenceFacts): string {
  const stale = noLongerNeeded(facts);
  const prune = 'To remove what is no longer needed: petstore-conformance waive --prune reports/report.json';
  const parts = [expired(facts), stale, stale && prune];
  return parts.filter((words) => words !== undefined).join(' ');
}

/**
 * Names the violated requirement in each result that depends on it. This needs all results, because the other one must be
 * fixed first. What was not tested only because it depends on waived requirements is waived with them.
 */
export function nameViolated(
  requirements: readonly Requirement[],
  results: readonly RequirementResult[],
  findings: readonly Finding[] = [],
): RequirementResult[] {
  const dependsOn = new Map(requirements.map(({ id, traits }) => [id, traits?.dependsOn]));
  const having = (...verdicts: readonly Verdict[]) =>
    new Set(results.filter(({ verdict }) => verdicts.includes(verdict)).map(({ id }) => id));
  const violated = having('fail', 'warn');
  const waived = having('waived');
  // What never passed leaves nothing to test, whatever a check says of it.
  const passedToo = new Set(
    findings.flatMap(({ requirement, alsoCorrect }) => (alsoCorrect === undefined ? [] : [requirement])),
  );
  return results.map((result): RequirementResult => {
    const { id, verdict, reason } = result;
    const ids = verdict === 'not tested' ? (dependsOn.get(id) ?? []) : [];
    const isDependent = reason === dependent;
    const failed = ids.filter((one) => violated.has(one));
    if (isDependent && failed.length > 0)
      return { ...result, reason: `depends on ${failed.join(' and ')}, which failed; fix that first` };
    const accepted = ids.filter((one) => waived.has(one) && (isDependent || !passedToo.has(one)));
    if (failed.length === 0 && accepted.length > 0) {
      waived.add(id);
      const words = `depends on ${accepted.join(' and ')}, which ${accepted.length === 1 ? 'is' : 'are'} waived`;
      return { ...result, verdict: 'waived', reason: words };
    }
    return isDependent ? { ...result, reason: `depends on ${ids.join(', ')}` } : result;
  });
}
