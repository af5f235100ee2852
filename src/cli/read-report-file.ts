import { readDocument } from '../config/document.ts';
import type { Files } from '../config/read-file.ts';
import type { Report } from '../model/report.ts';
import { readReport, UnreadableReport } from '../report/read-report.ts';

/** The largest report that is read, in bytes; what a run writes has a fraction of that. */
const mostBytes = 16 * 1024 * 1024;

/** Reads a report.json that the user named. Throws a UsageError that says what is wrong with it, and where. */
export function readReportFile(path: string, files: Files): Report {
  const reading = { what: 'the report', read: readReport, unreadable: UnreadableReport, most: mostBytes };
  return readDocument(path, reading, files).document;
}
