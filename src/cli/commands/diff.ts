import { UsageError } from '../../config/messages.ts';
import { type Flags, optionValues } from '../../config/values.ts';
import { diffReports, hasNew } from '../../report/diff.ts';
import { markdownDiff, terminalDiff } from '../../report/diff-text.ts';
import { escapedAlready } from '../../text/shown.ts';
import { commands } from '../commands.ts';
import { readReportFile } from '../named-files.ts';
import { jsonText, pageOf, type Surroundings } from '../surroundings.ts';

/** `diff OLD NEW`: what changed between two reports. 0 nothing new, 1 something fails that did not before. */
export function diff(flags: Flags, surroundings: Surroundings): number {
  const { stdout } = surroundings;
  const values = optionValues(commands.diff.options, flags);
  const format = values.text('format');
  const json = values.on('json');
  if (json && format !== undefined)
    throw new UsageError('--json and --format exclude each other. Give one of them.');
  if (format?.text === 'json')
    throw new UsageError(`JSON is asked for with --json, not with ${format.from}.`);
  const wanted = values.value('format');
  const before = readReportFile(String(flags['old'] ?? ''), surroundings);
  const after = readReportFile(String(flags['new'] ?? ''), surroundings);
  const difference = diffReports(before, after);
  if (json) stdout.write(jsonText(difference));
  else if (wanted === 'markdown') stdout.write(escapedAlready(markdownDiff(difference)));
  else stdout.write(terminalDiff(difference, pageOf(surroundings)));
  return hasNew(difference) ? 1 : 0;
}
