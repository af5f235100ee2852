import type { Report } from '../model/report.ts';
import { readReport, UnreadableReport } from '../report/read-report.ts';
import { readDocument } from './read-document.ts';
import type { Surroundings } from './surroundings.ts';

/** Reads a report.json that the user named. Throws a UsageError that says what is wrong with it, and where. */
export function readReportFile(path: string, files: Pick<Surroundings, 'readFile'>): Report {
  const reading = { what: 'the report', read: readReport, unreadable: UnreadableReport };
  return readDocument(path, reading, files).document;
}
