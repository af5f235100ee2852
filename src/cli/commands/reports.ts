import { dirname } from 'node:path';
import { optionValues } from '../../config/values.ts';
import { differenceLine, diffReports, verdictOfDiff } from '../../report/diff.ts';
import { markdownDiff, terminalDiff } from '../../report/diff-text.ts';
import { printable, printableOutput, shown } from '../../text/shown.ts';
import { commands, type FlagsOf } from '../commands.ts';
import { type Environment, jsonText, pageOf } from '../environment.ts';
import { readReportFile } from '../named-files.ts';
import { deliver, prepareReports, readPrinting } from '../reporting.ts';

/** `report FILE`: renders a report.json in other formats. Returns 0 if all of the formats were written. */
export async function report(
  flags: FlagsOf<'report'> & { readonly file: string },
  environment: Environment,
): Promise<number> {
  const path = flags.file;
  const values = optionValues(commands.report.options, flags);
  const found = readReportFile(path, environment);
  const reporters = await readPrinting(values, dirname(path), environment.env);
  prepareReports(reporters);
  const allWritten = await deliver(
    found,
    reporters,
    { quiet: false, verbose: values.verbose !== undefined, reportPath: path },
    environment,
  );
  return allWritten ? 0 : 3;
}

/** The maximum length of a line for a chat message, in characters. */
const longestChatLine = 2_000;

/** `diff OLD NEW`: prints what changed between two reports. Returns 1 if there are new failures. */
export function diff(
  { old, new: later, format, json }: FlagsOf<'diff'> & { readonly old: string; readonly new: string },
  environment: Environment,
): number {
  const { stdout } = environment;
  const before = readReportFile(old, environment);
  const after = readReportFile(later, environment);
  const difference = diffReports(before, after);
  if (json) stdout.write(jsonText(difference));
  else if (format === 'markdown') stdout.write(printableOutput(markdownDiff(difference)));
  else if (format === 'line')
    stdout.write(shown`${printable(differenceLine(difference), longestChatLine)}\n`);
  else stdout.write(terminalDiff(difference, pageOf(environment)));
  return verdictOfDiff(difference).exitStatus;
}
