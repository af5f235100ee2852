import { painter } from '../../text/colour.ts';
import type { Shown } from '../../text/shown.ts';
import { checkCommand } from '../check-command.ts';
import { faultGroups } from '../faults.ts';
import type { Labelled } from '../finding-text.ts';
import { softwareSeen } from '../known-software.ts';
import { baselineWords, type Finding, isKnown, type Report } from '../model/report.ts';
import { field, item, type Page, paged, paragraph, part } from './block.ts';
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
  const { failures, warnings, known } = sortFindings(report);
  const baseline = baselineWords(report);
  const { reportPath, htmlPath } = options;
  const short = failures.size > 0 && (reportPath ?? htmlPath) !== undefined;
  const softwareFor = softwareSeen(report.findings);
  const checkOf = (id: string): string => checkCommand(id, report, reportPath);
  const parts = [
    ...faults(page, report),
    part(
      page,
      baseline === undefined ? 'Failures' : 'New failures',
      failures.size,
      findingBlocks(page, 'FAIL', failures, softwareFor, checkOf),
    ),
    part(
      page,
      `Known in ${baseline ?? 'the baseline'}`,
      known.size,
      warningLines(page, [...known.values()].flat()),
    ),
    ...(options.quiet ? [] : short ? besideFailures() : inFull()),
    options.quiet
      ? verdict(page, report)
      : summary(page, report, {
          ...{ failures: [...failures.keys()], short },
          ...(reportPath === undefined ? {} : { reportPath }),
          ...(htmlPath === undefined ? {} : { htmlPath }),
        }),
  ];
  return paged(parts);

  function inFull(): (readonly Shown[])[] {
    return [
      part(page, 'Warnings', warnings.size, findingBlocks(page, 'WARN', warnings, softwareFor, checkOf)),
      ...observed(page, report),
      ...leftOut(page, report),
    ];
  }

  function besideFailures(): (readonly Shown[])[] {
    const lines = warningLines(page, [...warnings.values()].flat());
    return [part(page, 'Warnings', warnings.size, lines), ...leftOut(page, report, { notAsked: false })];
  }
}

/**
 * The findings of a report alone, failures first, with facts of the caller's and what is left over: what a command
 * shows that judges less than a whole run.
 */
export function terminalFindings(
  report: Report,
  options: Pick<TerminalOptions, 'colour' | 'width'> & { readonly facts?: readonly Labelled[] },
): Shown {
  const page = pageOf(options);
  const { failures, warnings } = sortFindings(report);
  const softwareFor = softwareSeen(report.findings);
  return paged([
    part(page, 'Failures', failures.size, findingBlocks(page, 'FAIL', failures, softwareFor)),
    part(page, 'Warnings', warnings.size, findingBlocks(page, 'WARN', warnings, softwareFor)),
    [
      ...(options.facts ?? []).flatMap(([label, text]) => field(page, label, text, 2_000)),
      ...residue(page, report, false),
    ],
  ]);
}

function pageOf({ colour, width }: Pick<TerminalOptions, 'colour' | 'width'>): Page {
  return { width: Math.min(110, Math.max(60, width)), paint: painter(colour) };
}

function faults(page: Page, report: Report): (readonly Shown[])[] {
  return faultGroups(report).map(({ title, advice, faults: all }) =>
    part(page, title, all.length, [...paragraph(page, advice), ...all.flatMap((fault) => item(page, fault))]),
  );
}

type FindingsById = ReadonlyMap<string, readonly Finding[]>;

/** Findings by requirement: those that fail the run, those that only warn, and those that the baseline holds, too. Waived ones are in none. */
function sortFindings(report: Report): Record<'failures' | 'warnings' | 'known', FindingsById> {
  const verdicts = new Map(report.requirements.map(({ id, verdict }) => [id, verdict]));
  const failures = new Map<string, Finding[]>();
  const warnings = new Map<string, Finding[]>();
  const known = new Map<string, Finding[]>();
  for (const finding of report.findings) {
    const id = finding.requirement;
    const verdict = verdicts.get(id);
    if (verdict === 'waived') continue;
    const fails = verdict === 'fail' || (verdict === 'warn' && report.configuration.failOnAdvisory);
    const sorted = isKnown(id, report.findings) ? known : fails ? failures : warnings;
    sorted.set(id, [...(sorted.get(id) ?? []), finding]);
  }
  return { failures, warnings, known };
}
