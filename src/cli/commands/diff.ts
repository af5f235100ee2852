import { diffReports, hasNew } from '../../diff/diff.ts';
import { wantsColour } from '../../report/colour.ts';
import { terminalDiff } from '../../report/diff-terminal.ts';
import { markdownDiff } from '../../report/markdown/diff.ts';
import { oneOf } from '../numbers.ts';
import { type Flags, optionValues } from '../option-values.ts';
import { readReportFile } from '../read-report-file.ts';
import type { Surroundings } from '../surroundings.ts';

/** `diff OLD NEW`: what changed between two reports. 0 nothing new, 1 something fails that did not before. */
export function diff(flags: Flags, surroundings: Surroundings): number {
  const { stdout, env } = surroundings;
  const values = optionValues(flags);
  const format = values.text('format');
  const wanted = format === undefined ? 'text' : oneOf(format, ['text', 'json', 'markdown']);
  const before = readReportFile(String(flags['old'] ?? ''), surroundings);
  const after = readReportFile(String(flags['new'] ?? ''), surroundings);
  const difference = diffReports(before, after);
  if (wanted === 'json') stdout.write(`${JSON.stringify(difference, null, 2)}\n`);
  else if (wanted === 'markdown') stdout.write(markdownDiff(difference));
  else
    stdout.write(terminalDiff(difference, { colour: wantsColour(stdout, env), width: stdout.columns ?? 80 }));
  return hasNew(difference) ? 1 : 0;
}
