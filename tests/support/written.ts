import type { RunEvent } from '../../src/report/model/events.ts';
import type { Report } from '../../src/report/model/report.ts';
import { loadReporter, reporterNames } from '../../src/report/reporter.ts';
import { createProgress } from '../../src/report/terminal/progress.ts';
import { terminalReport } from '../../src/report/terminal/terminal.ts';
import { painter } from '../../src/text/output.ts';

/** Everything that a run writes, by sink. */
export interface Written {
  /** Output without colors. Any escape character in it comes from the target. */
  readonly plain: Readonly<Record<string, string>>;
  /** Output with colors, and the events of the run. */
  readonly other: Readonly<Record<string, string>>;
}

/** Returns a report in every format, and the run's progress output. */
export async function everythingWritten(report: Report, events: readonly RunEvent[]): Promise<Written> {
  const files = await Promise.all(
    reporterNames.map(async (name) => {
      if (name === 'terminal') return [name, terminalReport(report, { color: false, width: 110 })] as const;
      return [name, await (await loadReporter(name)).render(report)] as const;
    }),
  );
  return {
    plain: { ...Object.fromEntries(files), progress: progressOf(events, false) },
    other: {
      'terminal in color': terminalReport(report, { color: true, width: 60, quiet: true }),
      'progress on a terminal': progressOf(events, true),
      events: JSON.stringify(events.filter(({ type }) => type !== 'finished')),
    },
  };
}

function progressOf(events: readonly RunEvent[], isTTY: boolean): string {
  const written: string[] = [];
  const stream = { isTTY, columns: 200, write: (text: string) => written.push(text) > 0 };
  const progress = createProgress({ stream, paint: painter(isTTY) });
  for (const event of events) progress.listen(event);
  progress.end();
  return written.join('');
}
