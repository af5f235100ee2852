import { definedOnly } from '../../text/defined-only.ts';
import { listed, number } from '../../text/layout.ts';
import type { Shown } from '../../text/shown.ts';
import { checkCommand } from '../commands.ts';
import { causesFirst, type Entry, entriesOf, faultGroups, grouped, inBaseline } from '../content.ts';
import type { Labelled } from '../evidence.ts';
import type { Report, Verdict } from '../model/report.ts';
import { field, item, type Page, paged, pageOf, paragraph, part } from './block.ts';
import { findingBlocks, isMany, overview, warningLines } from './findings.ts';
import { isUntested, leftovers, summary, verdict } from './summary.ts';

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
  const page = pageOf(options);
  const { failures, warnings, known } = violated(report);
  const { reportPath, htmlPath } = options;
  const isVerbose = options.verbose === true;
  const short = failures.length > 0 && (reportPath ?? htmlPath) !== undefined;
  const checkOf = (id: string): string => checkCommand(id, report);
  const blocks = (title: string, badge: 'FAIL' | 'WARN', entries: readonly Entry[]) =>
    part(page, title, entries.length, [
      ...(badge === 'FAIL' ? overview(page, entries) : []),
      ...findingBlocks(page, badge, entries, { checkOf, ...definedOnly({ verbose: options.verbose }) }),
    ]);
  const lines = (title: string, entries: readonly Entry[]) =>
    part(page, title, entries.length, warningLines(page, entries, !options.verbose && isMany(failures)));
  const rest = short
    ? [lines('Warnings', warnings), ...leftOut(page, report, { withNotSelected: isVerbose, isVerbose })]
    : [
        blocks('Warnings', 'WARN', warnings),
        observed(page, report),
        ...leftOut(page, report, { withNotSelected: true, isVerbose }),
      ];
  const failed = failures.map(({ id }) => id);
  return paged([
    ...faultGroups(report).map(({ title, advice, faults }) =>
      part(page, title, faults.length, [
        ...paragraph(page, advice),
        ...faults.flatMap((fault) => item(page, fault)),
      ]),
    ),
    blocks(report.baseline === undefined ? 'Failures' : 'New failures', 'FAIL', failures),
    lines(`Known ${inBaseline(report)}`, known),
    ...(options.quiet ? [verdict(page, report)] : [...rest, summary(page, report, failed, short, options)]),
  ]);
}

/** Renders only findings, leftovers and the `facts` of the caller, for commands that test less than a run. */
export function terminalFindings(
  report: Report,
  options: Pick<TerminalOptions, 'color' | 'width'> & { readonly facts?: readonly Labelled[] },
): Shown {
  const page = pageOf(options);
  const { failures, warnings } = violated(report);
  return paged([
    part(page, 'Failures', failures.length, findingBlocks(page, 'FAIL', failures)),
    part(page, 'Warnings', warnings.length, findingBlocks(page, 'WARN', warnings)),
    [
      ...(options.facts ?? []).flatMap(([label, text]) => field(page, label, text, 2_000)),
      ...leftovers(page, report, false),
    ],
  ]);
}

/** Splits the violated requirements that are not waived into new failures, new warnings and known ones. */
function violated(report: Report): Record<'failures' | 'warnings' | 'known', readonly Entry[]> {
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
function observed(page: Page, report: Report): readonly Shown[] {
  const described = new Set(report.observations.map(({ requirement }) => requirement));
  const others = withVerdict(report, 'observed').flatMap(({ id, reason }) =>
    reason === undefined || described.has(id) ? [] : [{ requirement: id, text: reason }],
  );
  const all = [...report.observations, ...others];
  const lines = all.flatMap(({ requirement, text }) => observationLines(page, requirement, text));
  return part(page, 'Observed', all.length, lines);
}

/** Renders a paragraph, or a list if the observation contains semicolons. */
function observationLines(page: Page, requirement: string, text: string): Shown[] {
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

/** Renders what was not tested, by reason, and a line each for flaky, waived and, with their ids, not selected ones. */
function leftOut(
  page: Page,
  report: Report,
  { withNotSelected, isVerbose }: { readonly withNotSelected: boolean; readonly isVerbose: boolean },
): (readonly Shown[])[] {
  if (isUntested(report)) return [];
  const missed = byReason(report, 'not tested');
  const flaky = withVerdict(report, 'flaky').map(({ id }) => id);
  // For recorded traffic, the ids matter: they show what it cannot decide.
  const { notSelected } = report.verdict.scope;
  const isNamed = withNotSelected && (isVerbose || report.plan.atMost === 0);
  const line = (text: string) => paragraph(page, text, 2, 1_000);
  return [
    part(
      page,
      'Not tested',
      countOf(missed),
      missed.flatMap(([reason, ids]) => line(`${listed(ids, 12)}: ${reason}`)),
    ),
    [
      ...(flaky.length === 0 ? [] : line(`Flaky (passed after a retry): ${flaky.join(', ')}`)),
      ...withVerdict(report, 'waived').flatMap(({ id, reason = 'waived' }) =>
        line(`Waived: ${id}, ${reason}`),
      ),
      ...(isNamed
        ? notSelected.flatMap(({ reason, requirements }) =>
            line(`Not selected, ${reason}: ${requirements.join(', ')}`),
          )
        : []),
    ],
  ];
}

function withVerdict({ requirements }: Report, wanted: Verdict) {
  return requirements.filter(({ verdict }) => verdict === wanted);
}

/** Groups by reason those that the scope counts, and those of custom checks. */
function byReason(report: Report, wanted: Verdict): (readonly [reason: string, ids: readonly string[]])[] {
  const required = withVerdict(report, wanted).filter(({ level }) => level === 'required');
  const groups = grouped(required, ({ reason = 'no reason given' }) => reason);
  return [...groups].map(([reason, some]) => [reason, some.map(({ id }) => id)] as const);
}

function countOf(groups: ReturnType<typeof byReason>): number {
  return groups.reduce((sum, [, ids]) => sum + ids.length, 0);
}
