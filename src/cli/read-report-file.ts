import { readDocument } from '../config/document.ts';
import type { Files } from '../config/read-file.ts';
import type { Report } from '../model/report.ts';
import { reportBounds } from '../model/report-bounds.ts';
import { readReport, UnreadableReport } from '../report/read-report.ts';

/** Reads a report.json that the user named. Throws a UsageError that says what is wrong with it, and where. */
export function readReportFile(path: string, files: Files): Report {
  const reading = {
    what: 'the report',
    read: readReport,
    unreadable: UnreadableReport,
    most: reportBounds.bytes,
  };
  return readDocument(path, reading, files).document;
}
