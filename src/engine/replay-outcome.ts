import { conditionsOf, needsLimited, occurredIn, whyImpossible } from '../report/conditions.ts';
import type { Finding, RecordedExchange, Report } from '../report/model/report.ts';
import { plainListsFor } from '../spec/catalog.ts';

/** What the reports of a replay say about its finding. */
export interface ReplayOutcome {
  /** `not reproduced`: the requirement passed, but the conditions of the finding did not occur again. */
  readonly outcome: 'fixed' | 'still failing' | 'not reproduced' | 'inconclusive';
  /** Why it was not reproduced, or is inconclusive. */
  readonly reason?: string;
  /** The current finding, if it is still failing. */
  readonly finding?: Finding;
  /** What the target does now, if it is fixed. */
  readonly now?: string;
}

/** Checks whether the target was tested, without errors of the kit or of custom checks. */
export function isTested({ complete, kitFaults, checkFaults, verdict, exchanges }: Report): boolean {
  const served = exchanges?.recorded.some(({ response }) => response !== undefined && response.status < 300);
  const reached = verdict.outcome !== 'could not be tested' || served === true;
  return complete && kitFaults.length === 0 && checkFaults === undefined && reached;
}

/** Decides the outcome by the last report of a replay. The conditions of the finding may have occurred in any of them. */
export function replayOutcomeOf(finding: Finding, reports: readonly [Report, ...Report[]]): ReplayOutcome {
  const { requirement } = finding;
  const report = reports.at(-1) ?? reports[0];
  const own = report.findings.filter((one) => one.requirement === requirement);
  const failing = own.find(({ signature }) => signature === finding.signature) ?? own[0];
  if (failing !== undefined) return { outcome: 'still failing', finding: failing };
  const result = report.requirements.find(({ id }) => id === requirement);
  const passed = result?.verdict === 'pass' || result?.verdict === 'flaky';
  const missing = isTested(report) ? conditionMissing(finding, reports) : undefined;
  if (missing !== undefined) {
    const proof = report.requirements.find(({ id }) => id === plainListsFor.proof && needsLimited(finding));
    const why = (passed ? proof : result)?.reason;
    const reason = `${missing}${why === undefined ? '' : ` (${why})`}.`;
    return { outcome: 'not reproduced', reason };
  }
  if (passed && isTested(report)) {
    const count = result.tested === 1 ? '1 response or case' : `${result.tested} responses or cases`;
    return { outcome: 'fixed', now: `${requirement} passed in a run (${count})` };
  }
  const { verdict, kitFaults, checkFaults = [] } = report;
  if (verdict.outcome !== 'could not be tested')
    return { outcome: 'inconclusive', reason: result?.reason ?? 'it was not tested' };
  const [fault] = [...checkFaults, ...kitFaults];
  const reason = fault === undefined ? verdict.sentence : `${verdict.sentence} ${fault}`;
  return { outcome: 'inconclusive', reason };
}

/** Returns why the finding could not occur, or undefined if it could. */
function conditionMissing(finding: Finding, reports: readonly Report[]): string | undefined {
  const missing = whyImpossible(conditionsOf(finding), occurredIn(reports));
  if (missing !== undefined) return `${missing[0]?.toUpperCase()}${missing.slice(1)}`;
  return pairMissing(finding, reports);
}

/** Returns that the finding could not occur without an earlier request on the same connection, or undefined if it could. */
function pairMissing({ exchange, comparedWith }: Finding, reports: readonly Report[]): string | undefined {
  const control = comparedWith?.exchange;
  if (exchange?.connection === undefined || control?.connection !== exchange.connection) return undefined;
  if (exchange.request.again.credential === control.request.again.credential) return undefined;
  const sent = reports.flatMap(({ exchanges }) => exchanges?.recorded ?? []);
  const withCredentialOf = (shown: RecordedExchange) =>
    sent.filter(({ request }) => request.again.credential === shown.request.again.credential);
  const isRepeated = withCredentialOf(exchange).some(
    ({ id, connection, request }) =>
      connection !== undefined &&
      request.again.operation === exchange.request.again.operation &&
      withCredentialOf(control).some((before) => before.connection === connection && before.id < id),
  );
  return isRepeated
    ? undefined
    : 'The finding needs a request with another Authorization header first on the same connection, and no connection stayed open';
}
