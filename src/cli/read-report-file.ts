import type { Report } from '../model/report.ts';
import type { Files } from '../options/read-file.ts';
import { readReport, UnreadableReport } from '../report/read-report.ts';
import { readDocument } from './read-document.ts';

/** Reads a report.json that the user named. Throws a UsageError that says what is wrong with it, and where. */
export function readReportFile(path: string, files: Files): Report {
  const reading = { what: 'the report', read: readReport, unreadable: UnreadableReport };
  return readDocument(path, reading, files).document;
}
