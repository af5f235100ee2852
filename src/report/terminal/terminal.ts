import { grouped } from '../../text/grouped.ts';
import { joined, printable, printableWhole, type Shown, shown } from '../../text/shown.ts';
import { causesFirst, entriesOf, faultGroups, type RequirementEntry } from '../content.ts';
import type { Report } from '../model/report.ts';
import { toneOf } from '../model/verdicts.ts';
import { isUntested, leftOutRows, runRows } from '../rows.ts';
import { headlineOf, verdictReason } from '../scope.ts';
import { emptyLine, item, labeled, paged, paragraph, part, type Sheet, sheetOf, toned } from './block.ts';
import { findingBlocks, overview, rowLines, warningLines } from './findings.ts';

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
  const { failures, warnings } = violated(report);
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
    leftOut(page, report, verbose),
    summary(page, report, short, options),
  ];
  return paged([
    ...faultGroups(report).map(({ title, advice, faults }) =>
      part(page, title, faults.length, [
        ...paragraph(page, advice),
        ...faults.flatMap((fault) => item(page, fault)),
      ]),
    ),
    blocks('Failures', 'FAIL', failures),
    ...(quiet ? [verdict(page, report)] : rest),
  ]);
}

/** Splits the violated requirements that are not accepted into failures and warnings. */
function violated(report: Report): Record<'failures' | 'warnings', readonly RequirementEntry[]> {
  const all = causesFirst(entriesOf(report)).filter((entry) => entry.violated);
  return { failures: all.filter(({ fails }) => fails), warnings: all.filter(({ fails }) => !fails) };
}

/** Renders how this target does what the specification leaves open. */
function observed(page: Sheet, { observations }: Report): readonly Shown[] {
  const byRequirement = [...grouped(observations, ({ requirement }) => requirement)];
  const lines = byRequirement.flatMap(([id, all]) =>
    all.length === 1
      ? paragraph(page, `${id}: ${all[0]?.text}`, 2)
      : [...paragraph(page, `${id}:`), ...all.flatMap(({ text }) => item(page, text))],
  );
  return part(page, 'Observed', byRequirement.length, lines);
}

/** Renders what has no result, or one with a reservation. */
function leftOut(page: Sheet, report: Report, isWhole: boolean): readonly Shown[] {
  if (isUntested(report)) return [];
  const rows = leftOutRows(report).filter(({ detail }) => isWhole || detail === 'brief');
  return rowLines(page, rows, true);
}

/** Renders the numbers of the run and the verdict; if `short`, other reports have the details. */
function summary(
  page: Sheet,
  report: Report,
  short: boolean,
  { reportPath, htmlPath }: TerminalOptions,
): readonly Shown[] {
  const rows = runRows(report).filter(({ detail }) => !short || detail === 'brief');
  const paths = [htmlPath, reportPath].filter((path) => path !== undefined).join(' and ');
  const more = short ? ' (all details)' : '';
  return [
    ...rowLines(page, rows, true),
    ...(paths === '' ? [] : labeled(page, 'Report', paths + more)),
    emptyLine,
    ...verdict(page, report),
  ];
}

/** Renders the verdict as a sentence, and as the line that scripts search for. */
function verdict(page: Sheet, { verdict: judged, target }: Report): readonly Shown[] {
  const { exitStatus, sentence } = judged;
  const text = shown`petstore-conformance: ${printable(headlineOf(judged))} (exit status ${exitStatus})`;
  const why = verdictReason(judged).map((reason) => shown`: ${printableWhole(reason)}`);
  return [
    ...labeled(page, 'Verdict', sentence),
    // The target comes first, so that one pattern matches the line of every outcome.
    shown`${page.paint('bold', toned(page, toneOf(exitStatus), text))} ${printable(target)}${joined(why, '')}`,
  ];
}
