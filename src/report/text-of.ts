import { renderByGuest } from './guest.ts';
import type { Report } from './model/report.ts';
import type { Reporter } from './reporter.ts';
import { loadReporter, type ReporterName } from './reporters.ts';
import { type TerminalOptions, terminalReport } from './terminal/terminal.ts';

/** So long a reporter of the user's own may take, in ms. */
const standardPatienceMs = 60_000;

/** How a report is rendered by a reporter that needs to know more than the report. */
export interface Rendering {
  readonly terminal: TerminalOptions;
  readonly patienceMs?: number;
}

/** The text, or its pieces, that one of the kit's reporters or one of the user's own makes of a report. */
export async function textOf(
  reporter: ReporterName | Reporter,
  report: Report,
  { terminal, patienceMs = standardPatienceMs }: Rendering,
): Promise<string | Iterable<string>> {
  if (typeof reporter !== 'string') return renderByGuest(reporter, report, patienceMs);
  if (reporter === 'terminal') return terminalReport(report, terminal);
  const { render, pieces } = await loadReporter(reporter);
  return pieces === undefined ? render(report) : pieces(report);
}
