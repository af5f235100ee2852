import type { Report } from '../../src/report/model/report.ts';
import { catalog } from '../../src/spec/catalog.ts';
import type { Expect } from './row.ts';
import type { RowTrial } from './run-row.ts';

/** A difference between a run and what its row expects. */
export interface Complaint {
  readonly expected: string;
  readonly saw: string;
}

/** Compares a run with what its row expects. `whileLimited` is the number of requests that the server received too early. */
export function complaintsOf(expect: Expect, trial: RowTrial, whileLimited: number): Complaint[] {
  const { report, counted, complaints } = trial;
  const { passes = [], notTested = {}, outcome, verdict: pattern } = expect;
  const { verdict } = report;
  const found = idsWith(report, 'fail', 'warn');
  const status = expectedStatus(expect, found);
  const isRight = isExpected(found, expect);
  return [
    ...unless(isRight, wordsOf(expect), seen(report, found)),
    // The exit status and the outcome follow from the reported requirements, so compare them only if those are as expected.
    ...unless(
      !isRight || verdict.exitStatus === status,
      `exit status ${status}`,
      `${verdict.exitStatus}. ${verdict.sentence}`,
    ),
    ...unless(
      !isRight || outcome === undefined || verdict.outcome === outcome,
      `the outcome "${outcome}"`,
      `"${verdict.outcome}". ${verdict.sentence}`,
    ),
    ...unless(pattern?.test(verdict.sentence) !== false, `a verdict like ${pattern}`, verdict.sentence),
    ...passes
      .filter((id) => resultOf(report, id)?.verdict !== 'pass')
      .map((id) => ({ expected: `${id} passes`, saw: verdictOf(report, id) })),
    ...Object.entries(notTested)
      .filter(([id, reason]) => {
        const one = resultOf(report, id);
        return one?.verdict !== 'not tested' || !reason.test(one.reason?.text ?? '');
      })
      .map(([id, reason]) => ({ expected: `${id} not tested: ${reason}`, saw: verdictOf(report, id) })),
    ...report.requirements
      .filter(({ reason }) =>
        [...(reason?.text.match(namesOfIds) ?? [])].some((id) => resultOf(report, id)?.verdict === 'pass'),
      )
      .map(({ id }) => ({
        expected: 'no reason that names a requirement that passed',
        saw: `${id} ${verdictOf(report, id)}`,
      })),
    ...[...new Set(report.kitFaults)].map((saw) => ({ expected: 'no internal error of the kit', saw })),
    ...complaints.map((saw) => ({ expected: 'nothing that the server or the process objects to', saw })),
    ...unless(
      (counted?.faults ?? 0) === 0,
      'no internal error of the changed server',
      `${counted?.faults} responses with 500`,
    ),
    ...unless(
      whileLimited === 0,
      'no request between a 429 and the end of its Retry-After',
      `${whileLimited} requests, sent one at a time`,
    ),
    ...beyondMaxima(trial),
    ...unless(
      !report.requirements.some(({ reason }) => reason?.text.includes('announced maximum')),
      'room for all requests of the run',
      `the announced maximum of ${report.plan.atMost} requests is used up`,
    ),
    ...unless(
      counted === undefined || counted.requests === report.requests.total,
      `the report counts the ${counted?.requests} requests that arrived`,
      `${report.requests.total} requests`,
    ),
  ];
}

/** Compares the counts with the maxima that the run announced. If the server does not count, uses the counts of the run. */
export function beyondMaxima({ report, counted }: Pick<RowTrial, 'report' | 'counted'>): Complaint[] {
  const { plan, requests, waits } = report;
  // Timers may fire a little late.
  const waited = Math.floor(waits.reduce((sum, { seconds }) => sum + seconds, 0));
  const costs = [
    ['requests', counted?.requests ?? requests.total, plan.atMost],
    ['categories', counted?.accepted ?? requests.creates, plan.createsAtMost ?? 0],
    ['seconds of waits', waited, plan.waitsAtMost ?? 0],
  ] as const;
  return costs
    .filter(([, cost, most]) => cost > most)
    .map(([what, cost, most]) => ({
      expected: `at most ${most} ${what}, as announced`,
      saw: `${cost} ${what}`,
    }));
}

/** Words that may be the id of a requirement. */
const namesOfIds = /\b[a-z]+\.[a-z][a-z0-9-]+/g;

/** Returns the ids of the requirements with one of these verdicts, in the order of the catalog. */
export function idsWith(report: Report, ...verdicts: readonly string[]): string[] {
  return report.requirements.filter(({ verdict }) => verdicts.includes(verdict)).map(({ id }) => id);
}

const required = new Set(catalog.filter(({ level }) => level === 'required').map(({ id }) => id));

/**
 * Returns the expected exit status of a run that reports these requirements: the status that the row states, or 1 if one of
 * them is required, else 0.
 */
export function expectedStatus({ status }: Pick<Expect, 'status'>, found: readonly string[]): number {
  return status ?? (found.some((id) => required.has(id)) ? 1 : 0);
}

/** Returns whether a row expects exactly these requirements to be reported. */
export function isExpected(found: readonly string[], { reports, oneOf = [], may = [] }: Expect): boolean {
  const allowed = [...reports, ...oneOf, ...may];
  return (
    reports.every((id) => found.includes(id)) &&
    found.every((id) => allowed.includes(id)) &&
    (oneOf.length === 0 || oneOf.some((id) => found.includes(id)))
  );
}

function wordsOf({ reports, oneOf = [] }: Expect): string {
  const any = oneOf.length === 0 ? [] : [`one of ${oneOf.join(', ')}`];
  const all = [...(reports.length === 0 ? [] : [reports.join(', ')]), ...any];
  return all.length === 0 ? 'a legal server passes' : all.join(', and ');
}

/** Returns the requirements, each with what was received, or the verdict if the list is empty. */
function seen({ findings, verdict }: Report, ids: readonly string[]): string {
  if (ids.length === 0) return `nothing. ${verdict.sentence}`;
  const receivedFor = (id: string) =>
    findings.filter(({ requirement }) => requirement === id).map(({ received }) => received);
  return ids.map((id) => `${id} (${receivedFor(id).join('; ')})`).join(', ');
}

function resultOf({ requirements }: Report, id: string) {
  return requirements.find((requirement) => requirement.id === id);
}

function verdictOf(report: Report, id: string): string {
  const one = resultOf(report, id);
  return `${one?.verdict}${one?.reason === undefined ? '' : `: ${one.reason.text}`}`;
}

function unless(holds: boolean, expected: string, saw: string): Complaint[] {
  return holds ? [] : [{ expected, saw }];
}
