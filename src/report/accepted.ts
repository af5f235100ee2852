import { usualAcceptedFile } from '../config/options.ts';
import { type KnownBody, withoutMark } from '../exchange/body-digest.ts';
import { traitsOf } from '../spec/catalog.ts';
import { definedOnly } from '../text/defined-only.ts';
import { counted, shellWord } from '../text/layout.ts';
import { conditionsOf, conditionsOfCarried, failsInAnotherWay, operationsOf, shownAt } from './conditions.ts';
import { countedIds } from './content.ts';
import type { AcceptedFailure, AcceptedState, Finding, Report, RequirementResult } from './model/report.ts';

/** The fields that identify a failure. `shownBy` has its operations and the forms of its requests. */
type Failure = Pick<Finding, 'requirement' | 'cause' | 'shownBy'>;

/** The results of a run, and which of them are accepted. */
export interface AcceptedResults {
  readonly requirements: readonly RequirementResult[];
  readonly findings: readonly Finding[];
  readonly accepted: readonly AcceptedState[];
}

/**
 * Applies accepted failures to the results of a run. A finding is accepted if it is accepted on each operation that shows
 * it, and a requirement if all its findings are. `today` is YYYY-MM-DD in UTC: a failure is accepted through its last
 * day. For a failure that no longer occurs, not even in another way, `isFixed` returns whether the run sent again what
 * had failed.
 */
export function applyAccepted(
  judged: Pick<AcceptedResults, 'requirements' | 'findings'>,
  accepted: readonly AcceptedFailure[],
  today: string,
  isFixed: (one: AcceptedFailure) => boolean,
): AcceptedResults {
  const findings = judged.findings.map((finding): Finding => {
    const parts = operationsOf(finding).map((operation) =>
      accepted.filter((one) => covers(one, finding, operation)),
    );
    const valid = parts.map((some) => some.find((one) => !isOver(one, today)));
    const [first] = valid;
    if (first !== undefined && !valid.includes(undefined)) return { ...finding, accepted: wordsOf(first) };
    const expired = parts.flat().find((one) => isOver(one, today));
    return expired === undefined ? finding : { ...finding, expired: wordsOf(expired) };
  });
  const requirements = judged.requirements.map((result): RequirementResult => {
    if (result.verdict !== 'fail' && result.verdict !== 'warn') return result;
    const own = findings.filter(({ requirement }) => requirement === result.id);
    const note = own[0]?.accepted;
    if (note === undefined || own.some((one) => one.accepted === undefined)) return result;
    return { ...result, verdict: 'accepted', note };
  });
  const failures = findings.flatMap((finding) =>
    operationsOf(finding).map((operation) => ({ finding, operation })),
  );
  const stateOf = (one: AcceptedFailure): AcceptedState['state'] => {
    const occurs = failures.some(({ finding, operation }) => isAbout(one, finding, operation));
    const { cause: _, ...withAnyCause } = one;
    const later = failures
      .filter(({ finding, operation }) => isAbout(withAnyCause, finding, operation))
      .map(({ finding, operation }) => ({
        forms: shownAt(finding, operation)?.forms ?? [],
        wasThere: accepted.some((other) => isAbout(other, finding, operation)),
      }));
    const isOther = failsInAnotherWay(conditionsOfCarried(one), later);
    if (!occurs && !isOther && isFixed(one)) return 'no longer needed';
    if (isOver(one, today)) return 'expired';
    return occurs ? 'applied' : 'not tested again';
  };
  return { requirements, findings, accepted: accepted.map((one) => ({ ...one, state: stateOf(one) })) };
}

/**
 * Checks whether an accepted failure covers `failure` on this operation: it is about `failure`, and no form that now fails
 * had passed when it was accepted.
 */
export function covers(one: AcceptedFailure, failure: Failure, operation?: string): boolean {
  const { forms = [] } = shownAt(failure, operation) ?? {};
  return isAbout(one, failure, operation) && !forms.some((form) => one.rightForms?.includes(form));
}

/**
 * Checks whether an accepted failure is about a failure on this operation. A field that the accepted failure lacks matches
 * anything.
 */
export function isAbout(one: AcceptedFailure, { requirement, cause }: Failure, operation?: string): boolean {
  return (
    one.requirement === requirement &&
    (one.cause ?? cause) === cause &&
    (one.operation ?? operation) === (operation ?? one.operation)
  );
}

/** Checks whether a failure is accepted on all operations that have shown it so far. */
export function isAccepted(failure: Failure, accepted: readonly AcceptedFailure[], today: string): boolean {
  const valid = accepted.filter((one) => !isOver(one, today));
  return operationsOf(failure).every((operation) => valid.some((one) => covers(one, failure, operation)));
}

/** Checks whether the last day of an accepted failure is over. */
export function isOver({ until }: Pick<AcceptedFailure, 'until'>, today: string): boolean {
  return until !== undefined && until < today;
}

/**
 * Says which accepted failures were sent again and passed, and how to remove them from the file `from`. Returns undefined if
 * there are none. Failures without a date come from an earlier report, from which nothing is removed.
 */
export function noLongerNeeded(
  accepted: readonly AcceptedState[] = [],
  from: string | undefined,
): string | undefined {
  const ids = accepted
    .filter(({ state, until }) => state === 'no longer needed' && until !== undefined)
    .map(({ requirement }) => requirement);
  if (ids.length === 0) return undefined;
  const are = counted(ids.length, 'accepted failure is', 'accepted failures are');
  const words = `${are} no longer needed: ${countedIds(ids)}.`;
  if (from === undefined) return words;
  const named = from === usualAcceptedFile ? '' : ` --accepted ${shellWord(from)}`;
  const what = ids.length === 1 ? 'it' : 'them';
  return `${words} To remove ${what}, pass the report.json of this run to accept: npx petstore-conformance accept REPORT.json${named}`;
}

/** Returns "until 2026-12-31 by Ada: the gateway is being replaced (PET-7)". */
function wordsOf({ until, owner, reason, ticket }: AcceptedFailure): string {
  if (until === undefined) return reason;
  return `until ${until} by ${owner}: ${reason}${ticket === undefined ? '' : ` (${ticket})`}`;
}

/** Returns the generated body that shows a finding, so that later runs can send it again. */
export function knownBodyOf(finding: Finding, runMark: string): KnownBody | undefined {
  const { payload } = finding;
  const base64 = payload && bodyOf(finding, runMark);
  return base64 === undefined ? undefined : { class: payload?.class ?? '', base64 };
}

/** Returns the body of the request that shows a finding, without the mark of its run. */
function bodyOf({ exchange }: Finding, runMark: string): string | undefined {
  const base64 = exchange?.request.again.bodyBase64;
  return base64 && withoutMark(Buffer.from(base64, 'base64'), runMark).toString('base64');
}

/** Why, by whom and until when failures are accepted. */
export type Terms = Pick<AcceptedFailure, 'reason' | 'owner' | 'until' | 'ticket'>;

/** Returns the accepted failure for a finding on one of its operations. */
export function acceptedFor(
  finding: Finding,
  operation: string | undefined,
  terms: Terms,
  runMark: string,
): AcceptedFailure {
  const { requirement, cause, exchange, payload, wrong } = finding;
  const { anyStatus, invalidBodies } = traitsOf(requirement);
  const shown = shownAt(finding, operation);
  const needsStatus = wrong !== 'status' && (anyStatus === true || shown?.status === 429);
  const isSent = operation === undefined || exchange?.request.again.operation === operation;
  const hasBody = isSent && (payload !== undefined || invalidBodies === true);
  const base64 = hasBody ? bodyOf(finding, runMark) : undefined;
  return {
    requirement,
    ...definedOnly({
      operation,
      cause,
      credential: shown?.credential === 'bearer' ? undefined : shown?.credential,
      status: needsStatus ? shown?.status : undefined,
      emptyStore: conditionsOf(finding).emptyStore,
      rightForms: shown?.rightForms,
      body: base64 === undefined ? undefined : { ...definedOnly({ class: payload?.class }), base64 },
    }),
    ...terms,
  };
}

/**
 * Returns the failures that an earlier report accepts, without a date: its findings, and those that it carries from even
 * earlier reports.
 */
export function acceptedIn(report: Report): readonly AcceptedFailure[] {
  const { findings, runMark, startedAt } = report;
  const reason = `in the accepted report of ${startedAt.slice(0, 10)}`;
  const own = findings.flatMap((finding) =>
    operationsOf(finding).map((operation) => acceptedFor(finding, operation, { reason }, runMark)),
  );
  return [...own, ...carriedIn(report)];
}

/**
 * Returns the failures of earlier reports that a run accepted and did not test again, for example because its profile
 * selects less than the earlier runs. These failures have no date, so no file keeps them.
 */
export function carriedIn({ accepted = [] }: Pick<Report, 'accepted'>): AcceptedFailure[] {
  return accepted.flatMap(({ state, ...one }) =>
    state === 'not tested again' && one.until === undefined ? [one] : [],
  );
}
