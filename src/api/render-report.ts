import { UsageError } from '../config/usage-error.ts';
import { oneOf } from '../config/values.ts';
import type { Report } from '../model/report.ts';
import { whyNoReporter } from '../report/guest.ts';
import type { Reporter } from '../report/reporter.ts';
import { type ReporterName, reporterNames } from '../report/reporters.ts';
import { textOf } from '../report/text-of.ts';

/** How the reporter `terminal` writes; the others do not look at it. */
export interface TerminalPage {
  /** Whether to colour; not unless given. */
  readonly colour?: boolean;
  /** Columns; 100 unless given, and kept between 60 and 110. */
  readonly width?: number;
}

/**
 * The text that a reporter makes of a report: one of the kit's by its name, or one of your own. Rejects with a
 * `UsageError` where it is neither, and with what a reporter of your own throws.
 */
export async function renderReport(
  report: Report,
  reporter: ReporterName | Reporter,
  { colour = false, width = 100 }: TerminalPage = {},
): Promise<string> {
  checkReporter(reporter, 'renderReport');
  const text = await textOf(reporter, report, { terminal: { colour, width } });
  return typeof text === 'string' ? text : [...text].join('');
}

/** Throws a UsageError where a value is no reporter; `from` is what took it. */
export function checkReporter(reporter: ReporterName | Reporter, from: string): void {
  if (typeof reporter === 'string') {
    oneOf({ text: reporter, from, byFlag: true }, reporterNames);
    return;
  }
  const problem = whyNoReporter(reporter);
  if (problem !== undefined)
    throw new UsageError(`${from}: the reporter ${problem}. A reporter is { name, file?, render(report) }.`);
}
