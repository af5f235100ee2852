import type { Report } from '../src/report/model/report.ts';
import type { Entry } from './entry.ts';
import type { Trial } from './trial.ts';

/** One way in which a trial did not go as it should, in words. */
export interface Complaint {
  readonly expected: string;
  readonly saw: string;
}

/** What became of one server of the gallery. */
export interface Outcome {
  readonly entry: Entry;
  /** The rows that failed or were warned of, in the order of the ledger. */
  readonly found: readonly string[];
  /** Requests that the server counted while the kit had been told to wait. */
  readonly whileLimited: number;
  /** None where all is as it should be. */
  readonly complaints: readonly Complaint[];
}

/** Holds a trial against what the entry says of itself. */
export function outcomeOf(entry: Entry, { report, counted }: Trial, whileLimited: number): Outcome {
  const found = rowsWith(report, 'fail', 'warn');
  return {
    entry,
    found,
    whileLimited,
    complaints: [
      ...(entry.kind === 'defect' ? aboutDefect(entry.server.requirements, found, report) : []),
      ...(entry.kind === 'variant' ? aboutVariant(entry.server.warnings, report) : []),
      ...[...new Set(report.kitFaults)].map((fault) => ({ expected: 'no fault of the kit', saw: fault })),
      ...unless(counted.faults === 0, 'no fault of the changed server', `${counted.faults} answers of 500`),
      ...unless(
        whileLimited === 0,
        'no request between a 429 and the end of the time it gave',
        `${whileLimited} of them, one request at a time`,
      ),
    ],
  };
}

/** The ids of the rows with one of these verdicts, in the order of the ledger. */
export function rowsWith(report: Report, ...verdicts: readonly string[]): string[] {
  return report.requirements.filter(({ verdict }) => verdicts.includes(verdict)).map(({ id }) => id);
}

function aboutDefect(stated: readonly string[], found: readonly string[], report: Report): Complaint[] {
  return unless(areSame(found, stated), stated.join(', '), seen(report, found));
}

function aboutVariant(stated: readonly string[], report: Report): Complaint[] {
  const failed = rowsWith(report, 'fail');
  const warned = rowsWith(report, 'warn');
  const conforms = failed.length === 0 && report.verdict.outcome === 'conforms';
  const expected = stated.length === 0 ? 'no warning' : `warnings of ${stated.join(', ')} alone`;
  return [
    ...unless(conforms, 'a legal server passes', seen(report, failed)),
    ...unless(areSame(warned, stated), expected, seen(report, warned)),
  ];
}

function areSame(found: readonly string[], stated: readonly string[]): boolean {
  return [...found].sort().join() === [...stated].sort().join();
}

/** Rows with what was received there, or the verdict where there is none. */
function seen({ findings, verdict }: Report, rows: readonly string[]): string {
  if (rows.length === 0) return `nothing. ${verdict.sentence}`;
  return rows
    .map((id) => {
      const received = findings.filter((one) => one.requirement === id).map((one) => one.received);
      return `${id} (${received.join('; ')})`;
    })
    .join(', ');
}

function unless(holds: boolean, expected: string, saw: string): Complaint[] {
  return holds ? [] : [{ expected, saw }];
}
