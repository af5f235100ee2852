import type {
  AcceptedState,
  Finding,
  RequirementResult,
  RunOutcome,
  Scope,
  Verdict,
} from '../report/model/report.ts';
import { verdicts } from '../report/model/verdicts.ts';
import type { Level, Requirement } from '../spec/requirement.ts';
import { definedOnly } from '../text/defined-only.ts';
import type { NotSelected } from './select.ts';
import { observationsOf, type Tally } from './tally.ts';

/** Decides the verdict of a requirement; `reason` explains it, or has the observations. */
export function verdictOf(
  requirement: Requirement,
  tally: Tally,
  notSelected: NotSelected | undefined,
): { readonly verdict: Verdict; readonly reason?: string } {
  if (requirement.level === 'not-testable') return { verdict: 'not testable', reason: requirement.impact };
  const tested = tally.tested > 0 || tally.causes.size > 0;
  if (notSelected !== undefined && !(notSelected.unlessTested && tested))
    return { verdict: 'not selected', reason: notSelected.reason };
  if (tally.causes.size > 0) return { verdict: severities[requirement.level] };
  if (!tested) return { verdict: 'not tested', reason: reasonOf(tally) };
  const verdict = requirement.level === 'observed' ? 'observed' : tally.flaky ? 'flaky' : 'pass';
  const words = [...observationsOf(tally), ...(tally.note === undefined ? [] : [tally.note])];
  return { verdict, ...definedOnly({ reason: words.join('; ') || undefined }) };
}

/** Returns the most frequent reason. */
function reasonOf(tally: Tally): string {
  const [most] = [...tally.reasons].sort((a, b) => b[1] - a[1]);
  return most?.[0] ?? 'no response was relevant';
}

/** The verdict of a violation, by the level of its requirement. Only this table decides it. */
const severities: Readonly<Record<Level, Verdict>> = {
  required: 'fail',
  advisory: 'warn',
  observed: 'observed',
  'not-testable': 'not testable',
};

/** The facts that decide the outcome of a run. */
export interface DecisiveFacts {
  readonly interrupted: boolean;
  readonly requirements: readonly RequirementResult[];
  readonly findings: readonly Finding[];
  readonly accepted: readonly AcceptedState[];
  /** Why the run could not start, or ended early. */
  readonly untestable?: string;
  readonly kitFaults: number;
  /** Errors of custom checks. */
  readonly checkFaults: number;
  readonly scope: Scope;
  readonly strict: boolean;
  readonly failOnAdvisory: boolean;
}

/** Decides the outcome of a run. Order: interrupted, a violation, could not be tested, incomplete. */
export function runOutcomeOf(facts: DecisiveFacts): RunOutcome {
  const { requirements, scope, strict } = facts;
  if (facts.interrupted) return 'interrupted';
  const failing = failingAmong(facts);
  if (failing.length > 0) return 'does not conform';
  const anything = requirements.some(({ verdict }) => verdicts[verdict].says !== undefined);
  const faults = facts.kitFaults + facts.checkFaults;
  if (facts.untestable !== undefined || faults > 0 || !anything) return 'could not be tested';
  if (strict && (!scope.full || gapsAmong(requirements, scope).length > 0)) return 'incomplete';
  const isAccepted = requirements.some(
    ({ level, verdict }) => verdict === 'accepted' && (level === 'required' || facts.failOnAdvisory),
  );
  return scope.full && !isAccepted ? 'conforms' : 'passed-selection';
}

/** Returns the violated requirements that fail the run. */
function failingAmong({
  requirements,
  failOnAdvisory,
}: Pick<DecisiveFacts, 'requirements' | 'failOnAdvisory'>): readonly RequirementResult[] {
  return requirements.filter(({ verdict }) => verdict === 'fail' || (failOnAdvisory && verdict === 'warn'));
}

/**
 * Returns the selected required requirements that were not tested, which `--strict` does not allow. What a lowered budget
 * left out is not selected.
 */
export function gapsAmong(
  requirements: readonly RequirementResult[],
  { notSelected }: Pick<Scope, 'notSelected'>,
): readonly RequirementResult[] {
  const left = new Set(notSelected.flatMap((group) => group.requirements));
  return requirements.filter(
    ({ id, level, verdict }) => level === 'required' && verdict === 'not tested' && !left.has(id),
  );
}
