import { afterFirstSentence, counted, duration } from '../../text/layout.ts';
import { joined, printable, type Shown, shown } from '../../text/shown.ts';
import { addedWords, entriesOf, faultGroups } from '../content.ts';
import type { Report } from '../model/report.ts';
import { toneOf } from '../model/verdicts.ts';
import {
  earlierRows,
  isUntested,
  leftoverKinds,
  notTestedRows,
  observedRows,
  type ReportRow,
  runRows,
  secondsOf,
} from '../rows.ts';
import { countsLine, headlineOf, verdictReason } from '../scope.ts';
import { violationsOf } from '../violations.ts';
import { emptyLine, item, lead, paged, paragraph, part, type Sheet, sheetOf, toned } from './block.ts';
import { failureLines, otherLines, rowLines } from './findings.ts';

export interface TerminalOptions {
  readonly color: boolean;
  /** Columns, limited to between 60 and 110 for readability. */
  readonly width: number;
  /** Paths of report.json and report.html. */
  readonly reportPath?: string;
  readonly htmlPath?: string;
  /** Whether to show only the failures and the verdict, without warnings and numbers. */
  readonly quiet?: boolean;
  /**
   * Whether to show the full evidence of every failure (however many there are), the observations, and the numbers of the
   * run.
   */
  readonly verbose?: boolean;
}

/** Renders a report for the terminal: the failures in the order in which to fix them, and the verdict as the last line. */
export function terminalReport(report: Report, options: TerminalOptions): Shown {
  const page = sheetOf(options);
  const { quiet = false, verbose = false } = options;
  const violations = violationsOf(entriesOf(report));
  const failures = violations.filter(({ kind }) => kind === 'failure');
  const others = violations.filter(({ kind }) => kind !== 'failure');
  return paged([
    ...faultGroups(report).map(({ title, advice, faults }) =>
      part(page, title, faults.length, [
        ...paragraph(page, advice),
        ...faults.flatMap((fault) => item(page, fault)),
      ]),
    ),
    failureLines(page, failures, report, verbose),
    ...(quiet
      ? [[...sentenceLines(page, report), ...lastLine(page, report)]]
      : [
          otherLines(page, others, report, verbose),
          rowLines(page, restOf(report, verbose), true),
          [...summary(page, report, options), ...lastLine(page, report)],
        ]),
  ]);
}

/** Returns what follows the failures: what was not tested, and with --verbose the observations and the numbers of the run. */
function restOf(report: Report, verbose: boolean): ReportRow[] {
  if (isUntested(report)) return [];
  const all = [...notTestedRows(report), ...earlierRows(report)];
  return verbose
    ? [...all, ...observedRows(report), ...runRows(report)]
    : all.filter(({ detail }) => detail === 'brief');
}

const signs = { good: shown`✓`, bad: shown`✕`, warn: shown`?` } as const;

/** Renders the counts, what else the verdict says, the cost of the run, and where the details are. */
function summary(page: Sheet, report: Report, { reportPath, htmlPath }: TerminalOptions): Shown[] {
  const { verdict } = report;
  const tone = toneOf(verdict.exitStatus);
  const sign = toned(page, tone, signs[tone]);
  const counts = isUntested(report) ? [] : lead(page, sign, countsLine(report), 'bold');
  return [
    ...counts,
    ...addedWords(report).flatMap((words) => lead(page, emptyLine, `Custom checks: ${words}`)),
    ...sentenceLines(page, report),
    ...lead(
      page,
      emptyLine,
      [costWords(report), htmlPath ?? reportPath].filter((one) => one !== undefined).join(' · '),
      'dim',
    ),
  ];
}

/** Renders the verdict without its first sentence, because the counts or the last line repeat that sentence. */
function sentenceLines(page: Sheet, { verdict: { sentence, outcome } }: Report): Shown[] {
  // Without a verdict, the last line contains the whole sentence.
  if (outcome === 'no verdict') return [];
  const more = afterFirstSentence(sentence);
  return more === '' ? [] : lead(page, emptyLine, more);
}

/** Returns "118 requests in 13 s, 9 s of it waiting · 10 categories left". */
function costWords({ requests, durationMs, waits, leftovers }: Report): string {
  const waited = secondsOf(waits);
  const invalid = leftovers.filter(({ cause }) => cause !== 'created').length;
  return [
    `${counted(requests.total, 'request')} in ${duration(durationMs / 1_000)}${waited < 1 ? '' : `, ${duration(waited)} of it waiting`}`,
    `${leftoverKinds(leftovers)} left${invalid === 0 ? '' : `, ${invalid} of them from invalid requests`}`,
  ].join(' · ');
}

/**
 * Renders the verdict as the line that scripts search for. If the word alone does not say what is missing, the line says
 * that, too.
 */
function lastLine(page: Sheet, { verdict: judged, target }: Report): readonly Shown[] {
  const { exitStatus, outcome, sentence } = judged;
  const text = shown`petstore-conformance: ${printable(headlineOf(judged))} (exit status ${exitStatus})`;
  const reasons = outcome === 'no verdict' ? [sentence] : verdictReason(judged);
  const why = reasons.map((reason) => shown`: ${printable(reason)}`);
  // The target comes first, so that one pattern matches the line of every outcome.
  return [
    shown`${page.paint('bold', toned(page, toneOf(exitStatus), text))} ${printable(target)}${joined(why, '')}`,
  ];
}
