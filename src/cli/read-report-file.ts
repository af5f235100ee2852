import type { Report } from '../model/report.ts';
import { readReport, UnreadableReport } from '../report/read-report.ts';
import { quoted } from './quoted.ts';
import type { Surroundings } from './surroundings.ts';
import { fileReason, UsageError } from './usage-error.ts';

/** Reads a report.json that the user named. Throws a UsageError that says what is wrong with it, and where. */
export function readReportFile(path: string, { readFile }: Pick<Surroundings, 'readFile'>): Report {
  let text: string;
  try {
    text = new TextDecoder().decode(readFile(path));
  } catch (error) {
    throw new UsageError(`the report ${quoted(path)} could not be read: ${fileReason(error)}.`);
  }
  try {
    return readReport(text);
  } catch (error) {
    if (error instanceof UnreadableReport) throw new UsageError(`${quoted(path)}: ${error.message}.`);
    throw error;
  }
}
