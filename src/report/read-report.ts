import { checkDocument, parseJson } from '../files/unreadable.ts';
import { isFormerReport, reportFromFormer } from './former-formats.ts';
import type { Report } from './model/report.ts';

const advice = 'Pass a report.json that a run wrote';

/** The maximum size of a report, in bytes. */
export const largestReport = 64 * 1024 * 1024;

/** Called with the name of an older format that was converted: "a report of version 0.3.0". */
export type OnFormer = (what: string) => void;

/**
 * Reads the text of a report.json. Throws `UnreadableFile` if it is truncated, of a different format version, or not a report.
 * Reports of version 0.3.0 are converted.
 */
export function readReport(text: string, onFormer?: OnFormer): Report {
  return reportOf(parseJson(text, advice), onFormer);
}

/** Reads a parsed report, as `readReport` does. */
export function reportOf(value: unknown, onFormer: OnFormer = () => {}): Report {
  const isFormer = isFormerReport(value);
  const report = checkDocument(isFormer ? reportFromFormer(value) : value, {
    schema: 'report',
    version: 3,
    name: 'report',
    format: reportFormat,
    advice,
  }) as Report;
  if (isFormer) onFormer('a report of version 0.3.0');
  return report;
}

/** The member `format` of every report. */
export const reportFormat = 'petstore-conformance/report';
