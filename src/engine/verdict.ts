import type { Judged } from '../report/content.ts';
import type { RequirementResult, RunOutcome, Verdict } from '../report/model/report.ts';
import { isOpen, verdictOfClass, verdicts } from '../report/model/verdicts.ts';
import {
  dependent,
  effectsOf,
  gravest,
  isBlocked,
  isOfThorough,
  type Reason,
  type ReasonClass,
  reason,
} from '../spec/reasons.ts';
import type { Level, Requirement } from '../spec/requirement.ts';
import { definedOnly } from '../text/defined-only.ts';
import type { NotSelected } from './select.ts';
import { observationsOf, type Tally } from './tally.ts';

/** The verdict of a violation, by the level of its requirement. Nothing else decides it. */
const severities: Readonly<Record<Level, Verdict>> = {
  required: 'fail',
  advisory: 'warn',
  observed: 'observed',
  'not-testable': 'not testable',
};

/**
 * Decides the verdict of a requirement from its own responses. A requirement that was judged only in part counts as not judged.
 */
export function verdictOf(
  { level, impact, traits }: Pick<Requirement, 'level' | 'impact' | 'traits'>,
  tally: Tally,
  notSelected?: NotSelected,
): Judged {
  if (level === 'not-testable') return { verdict: 'not testable', note: impact };
  const isTested = tally.tested > 0 || tally.causes.size > 0;
  if (notSelected !== undefined && !(notSelected.unlessTested && isTested)) return open(notSelected.reason);
  if (tally.causes.size > 0) return { verdict: severities[level] };
  const reasons = tally.reasons
    .filter(({ inPart, why }) => inPart || !isTested || isOwnPrevented(why))
    .map(({ why, operation }) =>
      isJudgedThere(tally, operation) ? { ...why, class: 'nothing to test' as const } : why,
    );
  // Requirements for the operations of custom checks depend on the requests of the user's file.
  const whyUntested = traits?.ofAnyOperation === 'of section' ? reason('no-own-response') : dependent;
  const why = gravest(reasons) ?? (isTested ? undefined : whyUntested);
  // Observations need not be complete, so a reason does not leave an observed requirement open.
  const isOpen = why !== undefined && why.class !== 'nothing to test' && level !== 'observed';
  if (why !== undefined && (isOpen || !isTested)) return open(why);
  const verdict = level === 'observed' ? 'observed' : 'pass';
  const words = [...observationsOf(tally), ...(tally.note === undefined ? [] : [tally.note])];
  return { verdict, ...definedOnly({ reason: why, note: words.join('; ') || undefined }) };
}

/**
 * Checks whether a custom check says that something prevented the verdict. Such a statement counts regardless of what else
 * passed.
 */
function isOwnPrevented(why: Reason): boolean {
  return why.code === 'custom' && why.class === 'prevented';
}

/**
 * Checks whether the requirement was judged at an operation with at least one form, although another form was not sent
 * there.
 */
function isJudgedThere({ forms }: Tally, operation: string | undefined): boolean {
  return operation !== undefined && forms.has(operation);
}

function open(why: Reason): Judged {
  return { verdict: verdictOfClass(why.class), reason: why };
}

interface Dependencies {
  readonly requirements: readonly Requirement[];
  /** The requirements that passed for some responses although they failed for others. */
  readonly passedToo: ReadonlySet<string>;
  /** Whether `--only` leaves a requirement out. The results do not say so yet. */
  readonly isOutside: (id: string) => boolean;
}

/**
 * In each result that depends on another one, names what must be fixed first. A dependent result gets the gravest class among
 * the results that it depends on. If only accepted failures kept it from being tested, it is accepted, too.
 */
export function withDependencies(results: readonly RequirementResult[], given: Dependencies) {
  const traits = new Map(given.requirements.map((one) => [one.id, one.traits]));
  const byId = new Map(results.map((result) => [result.id, result]));
  const resolve = (id: string): RequirementResult | undefined => {
    const result = byId.get(id);
    const why = result?.reason;
    if (result?.verdict !== 'not tested' || why === undefined) return result;
    // This provisional entry ends the recursion for results that depend on each other.
    byId.set(id, { ...result, reason: reason('no-such-response') });
    const ids = new Set([...(effectsOf[why.code] ?? []), ...(traits.get(id)?.dependsOn ?? [])]);
    const on = [...ids].filter((one) => one !== id).flatMap((one) => resolve(one) ?? []);
    const { reason: _reason, note: _note, ...rest } = result;
    const resolved = { ...rest, ...dependentOn(result, why, on, given) };
    byId.set(id, resolved);
    return resolved;
  };
  return results.map((result) => resolve(result.id) ?? result);
}

function dependentOn(
  { verdict, note }: RequirementResult,
  why: Reason,
  on: readonly RequirementResult[],
  { passedToo, isOutside }: Dependencies,
): Judged {
  const isEffect = effectsOf[why.code] !== undefined;
  // If a requirement also passed for some responses, it is not the cause, unless the reason itself is the effect of a violation.
  const causes = on.filter(
    (one) => verdicts[one.verdict].says === 'fails' && (isEffect || !passedToo.has(one.id)),
  );
  const failed = causes.filter((one) => one.verdict !== 'accepted').map(({ id }) => id);
  const names = failed.join(' and ');
  if (failed.length > 0 && failed.every(isOutside))
    return open({ ...dependent, text: `depends on ${names}, which failed and is outside --only` });
  if (failed.length > 0) return { verdict: 'not tested', reason: reason('dependency-failed', names) };
  // A result that was prevented for a reason of its own keeps that reason.
  if (causes.length > 0 && (isEffect || why.class !== 'prevented')) {
    const accepted = causes.map(({ id }) => id).join(' and ');
    return { verdict: 'accepted', note: `depends on ${accepted} (accepted)` };
  }
  const untested = on.filter((one) => verdicts[one.verdict].says === undefined);
  // A failure that blocks what this result depends on also blocks this result.
  const blocking = untested.find((one) => isBlocked(one.reason))?.reason;
  if (isEffect && blocking !== undefined) return open(blocking);
  const worst = gravest(untested.flatMap((one) => one.reason ?? []));
  const cause = untested.find((one) => one.reason === worst);
  if (why.code === dependent.code && worst === undefined) return open(reason('no-such-response'));
  if (!isEffect || worst === undefined || cause === undefined)
    return { verdict, reason: why, ...definedOnly({ note }) };
  // In a chain of dependencies, naming the first cause is enough.
  const text = worst.code === dependent.code ? worst.text : `depends on ${cause.id}: ${worst.text}`;
  return open({ ...dependent, class: worst.class, text });
}

/** The facts that decide the verdict of a run. */
export interface DecisiveFacts {
  readonly interrupted: boolean;
  readonly requirements: readonly RequirementResult[];
  /** Why the run could not start, or why it ended early. */
  readonly untestable?: string;
  readonly kitFaults: number;
  /** Errors of custom checks. */
  readonly checkFaults: number;
  readonly strict: boolean;
  readonly failOnAdvisory: boolean;
}

/** Decides the verdict of a run. Nothing else decides it. */
export function runOutcomeOf(facts: DecisiveFacts): RunOutcome {
  if (facts.interrupted) return 'interrupted';
  const deciding = decidingOf(facts);
  if (deciding.some(({ verdict }) => verdict === 'fail' || verdict === 'warn')) return 'does not conform';
  const nothing = facts.requirements.every(({ verdict }) => verdicts[verdict].says === undefined);
  if (facts.untestable !== undefined || facts.kitFaults + facts.checkFaults > 0 || nothing)
    return 'no verdict';
  if (openAmong(deciding, 'prevented').length > 0) return 'no verdict';
  const isOpen = openAmong(deciding, 'undecided', 'not selected').length > 0;
  if (isOpen && facts.strict) return 'no verdict';
  return isOpen || deciding.some(({ verdict }) => verdict === 'accepted') ? 'passed' : 'conforms';
}

/** Returns the requirements that decide the verdict: the required ones and, with `--fail-on advisory`, the advisory ones. */
export function decidingOf({ requirements, failOnAdvisory }: DecisiveFacts) {
  const levels: readonly Level[] = failOnAdvisory ? ['required', 'advisory'] : ['required'];
  return requirements.filter((one) => levels.includes(one.level) && !isOfThorough(one.reason));
}

/** Returns the requirements that were not judged, or not completely, for reasons of these classes. */
export function openAmong(results: readonly RequirementResult[], ...classes: readonly ReasonClass[]) {
  return results.filter(
    ({ verdict, reason: why }) => isOpen(verdict) && why !== undefined && classes.includes(why.class),
  );
}
