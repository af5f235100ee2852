import { number } from '../../text/layout.ts';
import type { Shown } from '../../text/shown.ts';
import { causesFirst, entriesOf, faultGroups, inBaseline, type RequirementEntry } from '../content.ts';
import type { Report } from '../model/report.ts';
import { inColumn, isUntested, leftOutRows, leftoverRows, type ReportRow } from '../rows.ts';
import { item, labeled, paged, paragraph, part, type Sheet, sheetOf } from './block.ts';
import { findingBlocks, overview, warningLines } from './findings.ts';
import { summary, verdict } from './summary.ts';

export interface TerminalOptions {
  readonly color: boolean;
  /** Columns, limited to between 60 and 110 for readability. */
  readonly width: number;
  /** Paths of report.json and report.html. */
  readonly reportPath?: string;
  readonly htmlPath?: string;
  /** Failures and verdict only: no warnings, no numbers. */
  readonly quiet?: boolean;
  /** The full evidence of every failure, however many there are. */
  readonly verbose?: boolean;
}

/**
 * Renders a report for the terminal, with the verdict as the last line. If there are failures and another report was
 * written, the rest is short.
 */
export function terminalReport(report: Report, options: TerminalOptions): Shown {
  const page = sheetOf(options);
  const { failures, warnings, known } = violated(report);
  const { reportPath, htmlPath, quiet, verbose = false } = options;
  const short = failures.length > 0 && (reportPath ?? htmlPath) !== undefined;
  const blocks = (title: string, badge: 'FAIL' | 'WARN', entries: readonly RequirementEntry[]) =>
    part(page, title, entries.length, [
      ...(badge === 'FAIL' ? overview(page, entries) : []),
      ...findingBlocks(page, badge, entries, report, { verbose }),
    ]);
  const lines = (title: string, entries: readonly RequirementEntry[]) =>
    part(page, title, entries.length, warningLines(page, entries));
  const rest = [
    ...(short
      ? [lines('Warnings', warnings)]
      : [blocks('Warnings', 'WARN', warnings), observed(page, report)]),
    // The ids that recorded traffic cannot decide matter, because nothing else selects them.
    leftOut(page, report, verbose || (!short && report.plan.atMost === 0)),
    summary(
      page,
      report,
      failures.map(({ id }) => id),
      short,
      options,
    ),
  ];
  return paged([
    ...faultGroups(report).map(({ title, advice, faults }) =>
      part(page, title, faults.length, [
        ...paragraph(page, advice),
        ...faults.flatMap((fault) => item(page, fault)),
      ]),
    ),
    blocks(report.baseline === undefined ? 'Failures' : 'New failures', 'FAIL', failures),
    lines(`Known ${inBaseline(report)}`, known),
    ...(quiet ? [verdict(page, report)] : rest),
  ]);
}

/** Renders only findings, leftovers and the `facts` of the caller, for commands that test less than a run. */
export function terminalFindings(
  report: Report,
  options: Pick<TerminalOptions, 'color' | 'width'> & { readonly facts?: readonly ReportRow[] },
): Shown {
  const page = sheetOf(options);
  const { failures, warnings } = violated(report);
  const blocks = (badge: 'FAIL' | 'WARN', entries: readonly RequirementEntry[]) =>
    findingBlocks(page, badge, entries, report, { withoutVerify: true });
  return paged([
    part(page, 'Failures', failures.length, blocks('FAIL', failures)),
    part(page, 'Warnings', warnings.length, blocks('WARN', warnings)),
    [...(options.facts ?? []), ...leftoverRows(report)].flatMap(({ label, text }) =>
      labeled(page, label, text, 2_000),
    ),
  ]);
}

/** Splits the violated requirements that are not waived into new failures, new warnings and known ones. */
function violated(report: Report): Record<'failures' | 'warnings' | 'known', readonly RequirementEntry[]> {
  const all = causesFirst(entriesOf(report)).filter(
    ({ findings, verdict }) => findings.length > 0 && verdict !== 'waived',
  );
  const fresh = all.filter(({ known }) => !known);
  return {
    failures: fresh.filter(({ fails }) => fails),
    warnings: fresh.filter(({ fails }) => !fails),
    known: all.filter(({ known }) => known),
  };
}

/** Maximum length of an observation, in characters, and maximum number of items in a list. */
const longestObservation = 2_000;
const maxItems = 40;

/** Renders how this target does what the specification leaves open. */
function observed(page: Sheet, { observations }: Report): readonly Shown[] {
  const lines = observations.flatMap(({ requirement, text }) => observationLines(page, requirement, text));
  return part(page, 'Observed', observations.length, lines);
}

/** Renders a paragraph, or a list if the observation contains semicolons. */
function observationLines(page: Sheet, requirement: string, text: string): Shown[] {
  const parts = text.split('; ');
  if (parts.length === 1) {
    const lead = `${requirement}: `;
    return paragraph(page, lead + text, 2, lead.length + longestObservation);
  }
  const shown: string[] = [];
  let length = 0;
  for (const one of parts) {
    length += one.length;
    if (shown.length > 0 && (length > longestObservation || shown.length === maxItems)) break;
    shown.push(one);
  }
  const more = parts.length - shown.length;
  return [
    ...paragraph(page, `${requirement}:`, 2),
    ...shown.flatMap((one) => item(page, one, longestObservation)),
    ...(more === 0 ? [] : item(page, `and ${number(more)} more, in report.json`)),
  ];
}

/** Renders what has no result, or one with a reservation. */
function leftOut(page: Sheet, report: Report, isWhole: boolean): readonly Shown[] {
  if (isUntested(report)) return [];
  const rows = leftOutRows(report).filter(({ detail }) => isWhole || detail === 'brief');
  return inColumn(rows).flatMap(({ label, text }) => labeled(page, label, text, 1_000));
}
