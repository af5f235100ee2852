import type { RunEvent } from '../../src/model/events.ts';
import type { Report } from '../../src/model/report.ts';
import { painter } from '../../src/report/colour.ts';
import { reportJson } from '../../src/report/json.ts';
import { createProgress } from '../../src/report/progress.ts';
import { terminalReport } from '../../src/report/terminal.ts';

/** Everything that a run writes: progress on a terminal, the report in both lengths, in colour, and report.json. */
export function everythingWritten(report: Report, events: readonly RunEvent[]): string {
  const told: string[] = [];
  const stream = { isTTY: false, columns: 200, write: (text: string) => told.push(text) > 0 };
  const progress = createProgress({ stream, paint: painter(true), titleOf: (id) => id });
  for (const event of events) progress.listen(event);
  progress.end();
  return [
    ...told,
    terminalReport(report, { colour: false, width: 110 }),
    terminalReport(report, { colour: true, width: 60, quiet: true }),
    reportJson(report),
    ...events.map((event) => (event.type === 'finished' ? '' : JSON.stringify(event))),
  ].join('\n');
}
