import { dependent } from '../exchange/finding.ts';
import { noLongerNeeded } from '../report/accepted.ts';
import { listedIds } from '../report/content.ts';
import type {
  Finding,
  NotSelectedGroup,
  RequirementResult,
  RunOutcome,
  Scope,
  Verdict,
} from '../report/model/report.ts';
import { notTestedWords } from '../report/scope.ts';
import type { Requirement } from '../spec/requirement.ts';
import { grouped } from '../text/grouped.ts';
import { counted } from '../text/layout.ts';
import { type DecisiveFacts, gapsAmong } from './verdict.ts';

interface SentenceFacts extends DecisiveFacts {
  readonly outcome: RunOutcome;
  readonly counts: Readonly<Record<Verdict, number>>;
  /** The file of the accepted failures, if they are from a file. */
  readonly acceptedFrom?: string;
}

/** Returns the verdict as a sentence, with advice if there is any. */
export function sentenceOf(facts: SentenceFacts): string {
  const { outcome, untestable } = facts;
  switch (outcome) {
    case 'interrupted':
      return 'The run was interrupted. The report covers the responses so far.';
    case 'does not conform':
      return [violated(facts), ...oneCause(facts), untestable, noticeOf(facts)]
        .filter((words) => words !== undefined)
        .join(' ');
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
  const refused = findings.filter(({ level, accepted, wrong, exchange }) => {
    const isRefused = exchange !== undefined && (exchange.response?.status ?? 500) >= 300;
    return level === 'required' && accepted === undefined && wrong === 'status' && isRefused;
  });
  const alike = grouped(refused, ({ cause, expected }) => `${cause}; expected ${expected}`);
  return [...alike].flatMap(([key, some]) => {
    const ids = [...new Set(some.map(({ requirement }) => requirement))];
    const named = `${ids.slice(0, -1).join(', ')} and ${ids.at(-1)}`;
    return ids.length < 2 ? [] : [`${named} fail in the same way (${key}), probably for the same reason.`];
  });
}

/** Counts what passed and, if there is any, what is accepted and what could not be tested because of it. */
function passed(facts: SentenceFacts): string {
  const { counts, findings, requirements, scope } = facts;
  const { count, words } = customAmong(requirements, ['pass', 'flaky']);
  const among = count === 0 ? '' : `, including ${words}`;
  if (counts.accepted > 0) {
    const first = `${scope.passed} of ${scope.selected} selected requirements passed${among}`;
    return [first, acceptedWords(requirements, findings), ...limitsOf(facts)].join('; ').concat('.');
  }
  const { missed } = gapsOf(scope, requirements);
  const all = `All ${missed.length === 0 ? 'selected' : 'tested'} requirements passed${among}`;
  return [all, ...limitsOf(facts)].join('; ').concat('.');
}

/** Returns "1 violation is accepted, and with it what depends on it: list.complete". */
function acceptedWords(requirements: readonly RequirementResult[], findings: readonly Finding[]): string {
  const violated = new Set(findings.map(({ requirement }) => requirement));
  const accepted = requirements.filter(({ verdict }) => verdict === 'accepted');
  const dependents = accepted.filter(({ id }) => !violated.has(id)).map(({ id }) => id);
  const violations = accepted.length - dependents.length;
  const it = violations === 1 ? 'it' : 'them';
  const rest =
    dependents.length === 0 ? '' : `, and with ${it} what depends on ${it}: ${listedIds(dependents)}`;
  return `${counted(violations, 'violation is', 'violations are')} accepted${rest}`;
}

/** Names what a run without violations did not select, or did not test. */
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

/** Says that nothing failed, what `--strict` misses, and the options that add it. */
function tooLittle(facts: SentenceFacts): string {
  const { scope, requirements, counts } = facts;
  const { left, missed } = gapsOf(scope, requirements);
  const isAccepted = counts.accepted > 0;
  const first = isAccepted
    ? 'Nothing else fails'
    : `All ${missed.length === 0 ? 'selected' : 'tested'} requirements passed`;
  return `${first}, but --strict requires more: ${[...left, ...missed].join('; ')}.`;
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

function noticeOf({ accepted, acceptedFrom }: SentenceFacts): string | undefined {
  return noLongerNeeded(accepted, acceptedFrom);
}

function withNotice(sentence: string, facts: SentenceFacts): string {
  return [sentence, noticeOf(facts)].filter((words) => words !== undefined).join(' ');
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

/**
 * Names the violated requirement in each result that depends on it. This needs all results, because the other one must be
 * fixed first. What was not tested only because it depends on accepted failures is accepted with them.
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
  const accepted = having('accepted');
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
    const causes = ids.filter((one) => accepted.has(one) && (isDependent || !passedToo.has(one)));
    if (failed.length === 0 && causes.length > 0) {
      accepted.add(id);
      const words = `depends on ${causes.join(' and ')}, which ${causes.length === 1 ? 'is' : 'are'} accepted`;
      return { ...result, verdict: 'accepted', reason: words };
    }
    return isDependent ? { ...result, reason: `depends on ${ids.join(', ')}` } : result;
  });
}
