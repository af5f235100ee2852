import type { Shown } from '../../text/shown.ts';
import { checkCommand } from '../check-command.ts';
import { type Entry, entriesOf, faultGroups } from '../content.ts';
import type { Labelled } from '../evidence.ts';
import type { Report } from '../model/report.ts';
import { baselineWords } from '../model/report.ts';
import { field, item, type Page, paged, pageOf, paragraph, part } from './block.ts';
import { findingBlocks, warningLines } from './findings.ts';
import { leftOut, observed } from './rest.ts';
import { residue, summary, verdict } from './summary.ts';

export interface TerminalOptions {
  readonly colour: boolean;
  /** Columns; kept between 60 and 110, where lines are pleasant to read. */
  readonly width: number;
  /** Where report.json is, and where report.html. */
  readonly reportPath?: string;
  readonly htmlPath?: string;
  /** Failures and the verdict only: no warnings, no numbers. */
  readonly quiet?: boolean;
}

/**
 * The report as a text for people: what fails first, then warnings, observations, what was left out, the
 * numbers, and the verdict as the last line. Beside a failure, where another report was written, the rest is
 * short: warnings take a line each, and what is no fault is left to that report. Whatever the target wrote is escaped.
 */
export function terminalReport(report: Report, options: TerminalOptions): Shown {
  const page = pageOf(options);
  const { failures, warnings, known } = broken(report);
  const baseline = baselineWords(report);
  const { reportPath, htmlPath } = options;
  const short = failures.length > 0 && (reportPath ?? htmlPath) !== undefined;
  const checkOf = (id: string): string => checkCommand(id, report, reportPath);
  const blocks = (title: string, badge: 'FAIL' | 'WARN', entries: readonly Entry[]) =>
    part(page, title, entries.length, findingBlocks(page, badge, entries, checkOf));
  const lines = (title: string, entries: readonly Entry[]) =>
    part(page, title, entries.length, warningLines(page, entries));
  const rest = short
    ? [lines('Warnings', warnings), ...leftOut(page, report, { notAsked: false })]
    : [blocks('Warnings', 'WARN', warnings), observed(page, report), ...leftOut(page, report)];
  const failed = failures.map(({ id }) => id);
  return paged([
    ...faultGroups(report).map(({ title, advice, faults }) =>
      part(page, title, faults.length, [
        ...paragraph(page, advice),
        ...faults.flatMap((fault) => item(page, fault)),
      ]),
    ),
    blocks(baseline === undefined ? 'Failures' : 'New failures', 'FAIL', failures),
    lines(`Known in ${baseline ?? 'the baseline'}`, known),
    ...(options.quiet ? [verdict(page, report)] : [...rest, summary(page, report, failed, short, options)]),
  ]);
}

/**
 * The findings of a report alone, failures first, with facts of the caller's and what is left over: what a command
 * shows that judges less than a whole run.
 */
export function terminalFindings(
  report: Report,
  options: Pick<TerminalOptions, 'colour' | 'width'> & { readonly facts?: readonly Labelled[] },
): Shown {
  const page: Page = pageOf(options);
  const { failures, warnings } = broken(report);
  return paged([
    part(page, 'Failures', failures.length, findingBlocks(page, 'FAIL', failures)),
    part(page, 'Warnings', warnings.length, findingBlocks(page, 'WARN', warnings)),
    [
      ...(options.facts ?? []).flatMap(([label, text]) => field(page, label, text, 2_000)),
      ...residue(page, report, false),
    ],
  ]);
}

/** What fails the run, what only warns, and what the baseline holds, too; what is waived is in none. */
function broken(report: Report): Record<'failures' | 'warnings' | 'known', readonly Entry[]> {
  const all = entriesOf(report).filter(
    ({ findings, verdict }) => findings.length > 0 && verdict !== 'waived',
  );
  const fresh = all.filter(({ known }) => !known);
  return {
    failures: fresh.filter(({ fails }) => fails),
    warnings: fresh.filter(({ fails }) => !fails),
    known: all.filter(({ known }) => known),
  };
}
