import type { RunEvent } from '../../src/report/model/events.ts';
import type { Report } from '../../src/report/model/report.ts';
import { loadReporter, reporterNames } from '../../src/report/reporter.ts';
import { createProgress } from '../../src/report/terminal/progress.ts';
import { terminalReport } from '../../src/report/terminal/terminal.ts';
import { painter } from '../../src/text/output.ts';

/** All that a run writes, each sink by its name. */
export interface Written {
  /** Sinks without colours, so that every escape character in them came from elsewhere. */
  readonly plain: Readonly<Record<string, string>>;
  /** The same with colours, and what a program is told while the run goes on. */
  readonly other: Readonly<Record<string, string>>;
}

/** Writes a report in every format, and what is told on standard error while the run goes on. */
export async function everythingWritten(report: Report, events: readonly RunEvent[]): Promise<Written> {
  const files = await Promise.all(
    reporterNames.map(async (name) => {
      if (name === 'terminal') return [name, terminalReport(report, { color: false, width: 110 })] as const;
      return [name, await (await loadReporter(name)).render(report)] as const;
    }),
  );
  return {
    plain: { ...Object.fromEntries(files), progress: told(events, false) },
    other: {
      'terminal in colour': terminalReport(report, { color: true, width: 60, quiet: true }),
      'progress on a terminal': told(events, true),
      events: JSON.stringify(events.filter(({ type }) => type !== 'finished')),
    },
  };
}

function told(events: readonly RunEvent[], isTTY: boolean): string {
  const texts: string[] = [];
  const stream = { isTTY, columns: 200, write: (text: string) => texts.push(text) > 0 };
  const progress = createProgress({ stream, paint: painter(isTTY), titleOf: (id) => id });
  for (const event of events) progress.listen(event);
  progress.end();
  return texts.join('');
}
