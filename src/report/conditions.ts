import { isOfProof, plainListsFor, traitsOf } from '../spec/catalog.ts';
import { definedOnly } from '../text/defined-only.ts';
import type { Finding, Report } from './model/report.ts';

// One rule for "fixed": a failure that is gone is fixed only if what it needs has occurred again. `diff`, `compare`,
// the history and `replay` all ask it.

/** What a failure needs to occur again. */
export interface Conditions {
  /** Digests of the bodies that showed it. At least one of them must be sent again. */
  readonly bodies?: readonly string[];
  /** The response that showed it, if the requirement applies to responses of any status. */
  readonly response?: { readonly operation: string; readonly status: number; readonly place: string };
  /** Whether it shows only while no category is stored. */
  readonly emptyStore?: true;
}

/** What occurred in a run. A fact that the run does not know is missing, and then does not count against it. */
export interface Occurred {
  readonly bodies?: readonly string[];
  /** "listCategories 401" for each operation and status. */
  readonly responses?: readonly string[];
  readonly rateLimited: number;
  readonly startedEmpty: boolean;
}

/** Returns what a finding needs to occur again. */
export function conditionsOf(finding: Finding): Conditions {
  const { requirement, exchange, bodies, alsoCorrect = [] } = finding;
  const { anyStatus, emptyStore } = traitsOf(requirement);
  const status = exchange?.response?.status;
  const needsResponse = status !== undefined && (anyStatus || needsLimited(finding));
  return definedOnly({
    bodies,
    response: needsResponse
      ? {
          operation: exchange?.request.again.operation ?? '',
          status,
          place: `${exchange?.request.method} ${exchange?.request.again.path}`,
        }
      : undefined,
    emptyStore: emptyStore && status !== undefined && alsoCorrect.length > 0 ? (true as const) : undefined,
  });
}

/** Checks whether the finding shows only in a 429, for which the window must be used up. */
export function needsLimited({ exchange }: Finding): boolean {
  return exchange?.response?.status === 429;
}

/** Checks whether the requests that showed a finding use up the window. */
export function needsProof(finding: Finding): boolean {
  const { requirement, sentFor = [] } = finding;
  return needsLimited(finding) || [requirement, ...sentFor].some(isOfProof);
}

/** Returns the requirements whose requests showed these findings, for `--only`. */
export function onlyFor(findings: readonly Finding[]): string[] {
  const ids = findings.flatMap((finding) => {
    const { requirement, sentFor = [] } = finding;
    const proof = needsLimited(finding) && !isOfProof(requirement) ? [plainListsFor.proof] : [];
    return [requirement, ...sentFor, ...proof];
  });
  return [...new Set(ids)];
}

/** Returns what occurred in one run, or in the steps of a replay. */
export function occurredIn(reports: readonly Report[]): Occurred {
  const isWhole = reports.every(({ timeline }) => timeline.leftOut === 0);
  const rows = reports.flatMap(({ timeline }) => timeline.rows);
  const responses = rows.flatMap(({ operation, status }) =>
    status === undefined ? [] : [`${operation} ${status}`],
  );
  return {
    bodies: reports.flatMap(({ sentBodies = [] }) => sentBodies),
    ...(isWhole ? { responses: [...new Set(responses)].sort() } : {}),
    rateLimited: reports.reduce((sum, { requests }) => sum + requests.rateLimited, 0),
    startedEmpty: reports[0]?.startedEmpty === true,
  };
}

/** Returns why a failure could not occur again, or undefined if it could. */
export function whyImpossible(
  { bodies, response, emptyStore }: Conditions,
  occurred: Occurred,
): string | undefined {
  const { bodies: sent, responses } = occurred;
  if (bodies !== undefined && sent !== undefined && !bodies.some((digest) => sent.includes(digest)))
    return 'the body that failed was not sent again';
  if (response !== undefined) {
    const { operation, status, place } = response;
    const isMissing =
      status === 429
        ? occurred.rateLimited === 0
        : responses !== undefined && !responses.includes(`${operation} ${status}`);
    if (isMissing) return `the finding needs ${place} to return ${status}, which did not happen`;
  }
  if (emptyStore && !occurred.startedEmpty)
    return 'the finding may need an empty list, and the list was not empty when the run began';
  return undefined;
}
