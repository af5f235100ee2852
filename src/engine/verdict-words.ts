import { noLongerNeeded } from '../report/accepted.ts';
import { groupedByReason, listedIds } from '../report/content.ts';
import type {
  AcceptedState,
  Finding,
  RequirementResult,
  RunOutcome,
  Verdict,
} from '../report/model/report.ts';
import { countsWords, scopeOf } from '../report/scope.ts';
import { dependent } from '../spec/reasons.ts';
import { grouped } from '../text/grouped.ts';
import { counted, enumerated } from '../text/layout.ts';
import { type DecisiveFacts, decidingOf, openAmong } from './verdict.ts';

interface SentenceFacts extends DecisiveFacts {
  readonly outcome: RunOutcome;
  readonly counts: Readonly<Record<Verdict, number>>;
  readonly findings: readonly Finding[];
  readonly accepted: readonly AcceptedState[];
  /** The file of the accepted failures, if they come from a file. */
  readonly acceptedFrom?: string;
}

/** Returns the verdict as a sentence, with advice if there is any. */
export function sentenceOf(facts: SentenceFacts): string {
  const { outcome, untestable, accepted, acceptedFrom } = facts;
  const notice = noLongerNeeded(accepted, acceptedFrom);
  const sentences: Readonly<Record<RunOutcome, () => readonly (string | undefined)[]>> = {
    interrupted: () => ['The run was interrupted. The report covers the responses so far.'],
    'does not conform': () => [violated(facts), expired(facts), ...oneCause(facts), untestable, notice],
    'no verdict': () => [untestable ?? whyNoVerdict(facts), notice],
    passed: () => [passed(facts), notice],
    conforms: () => [passed(facts), notice],
    'wrong command or configuration': () => [],
  };
  return sentences[outcome]()
    .filter((words) => words !== undefined)
    .join(' ');
}

function violated({ counts: { fail, warn }, requirements }: SentenceFacts): string {
  if (fail === 0)
    return `${counted(warn, 'advisory requirement is', 'advisory requirements are')} violated (--fail-on advisory).`;
  const custom = customAmong(requirements, ['fail']);
  const ours = fail - custom.count;
  const words = ours === 0 ? [] : [`${counted(ours, 'requirement')} of the specification`];
  const parts = [...words, ...(custom.count === 0 ? [] : [custom.words])];
  return `${parts.join(' and ')} ${fail === 1 ? 'is' : 'are'} violated.`;
}

/** Names the requirements whose failures are no longer accepted. */
function expired({ findings }: SentenceFacts): string | undefined {
  const over = findings.filter((one) => one.expired !== undefined).map(({ requirement }) => requirement);
  const ids = [...new Set(over)];
  return ids.length === 0 ? undefined : `No longer accepted: ${listedIds(ids)}.`;
}

/** Counts and names the custom requirements with one of these verdicts. */
function customAmong(requirements: readonly RequirementResult[], verdicts: readonly Verdict[]) {
  const own = requirements.filter(({ section }) => section !== undefined);
  const custom = own.filter(({ verdict }) => verdicts.includes(verdict));
  const sections = [...new Set(custom.map(({ section }) => section))].join(', ');
  return { count: custom.length, words: `${custom.length} from custom checks (${sections})` };
}

/** Names the requirements that fail in the same way, with a wrong status other than 2xx, because they may have the same cause. */
function oneCause({ findings }: SentenceFacts): string[] {
  const refused = findings.filter(({ level, accepted, wrong, exchange }) => {
    const isRefused = exchange !== undefined && (exchange.response?.status ?? 500) >= 300;
    return level === 'required' && accepted === undefined && wrong === 'status' && isRefused;
  });
  const alike = grouped(refused, ({ cause, expected }) => `${cause}; expected ${expected}`);
  return [...alike].flatMap(([key, some]) => {
    const ids = [...new Set(some.map(({ requirement }) => requirement))];
    return ids.length < 2
      ? []
      : [`${enumerated(ids)} fail in the same way (${key}), probably for the same reason.`];
  });
}

/**
 * Returns a sentence such as "40 of 46 required requirements passed; 2 accepted, 4 need --description.", and names what is
 * undecided.
 */
function passed(facts: SentenceFacts): string {
  const { required, passed: count } = scopeOf(facts.requirements);
  const rest = countsWords(facts.requirements).slice(1);
  const first = rest.length === 0 ? `All ${required}` : `${count} of ${required}`;
  const custom = customAmong(facts.requirements, ['pass']);
  const also = custom.count === 0 ? '' : `, and ${custom.words}`;
  const undecided = openAmong(decidingOf(facts), 'undecided');
  const named = undecided.length === 0 ? '' : ` Undecided: ${reasonsWords(undecided)}.`;
  return `${[`${first} required requirements passed${also}`, ...(rest.length === 0 ? [] : [rest.join(', ')])].join('; ')}.${named}`;
}

function whyNoVerdict(facts: SentenceFacts): string {
  if (facts.kitFaults > 0) return 'The kit itself failed, so the result is not reliable.';
  if (facts.checkFaults > 0)
    return 'A custom check threw an error or did not finish, which is not a fault of the target. Its requirement was not tested.';
  const deciding = decidingOf(facts);
  const prevented = openAmong(deciding, 'prevented');
  if (prevented.length > 0)
    return `No failures, but ${counted(prevented.length, 'required requirement')} could not be tested: ${reasonsWords(prevented)}.`;
  const open = openAmong(deciding, 'undecided', 'not selected');
  if (facts.strict && open.length > 0)
    return `No failures, but --strict requires more: ${reasonsWords(open)}.`;
  return 'No requirement was tested.';
}

/** Returns words such as "limit.enforced, limit.recovers (the limit was not reached) and 2 more", with at most two reasons. */
function reasonsWords(results: readonly RequirementResult[]): string {
  const own = results.filter(({ reason }) => reason?.code !== dependent.code);
  const named = groupedByReason(own.length === 0 ? results : own).slice(0, 2);
  const words = named.map(([text, ids]) => `${listedIds(ids)} (${text})`).join(', ');
  const rest = results.length - named.reduce((sum, [, { length }]) => sum + length, 0);
  return rest === 0 ? words : `${words} and ${rest} more`;
}
