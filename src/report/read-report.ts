import { parseDocument, UnreadableFile } from '../files/unreadable.ts';
import { isHistory } from './compare/runs.ts';
import type { Report } from './model/report.ts';

/** Reads the text of a report.json. Throws `UnreadableFile` if it is cut, of another format version or not a report. */
export function readReport(text: string): Report {
  if (isHistory(text)) throw new UnreadableFile('it is a history. Pass it to `compare`, which reads it');
  return parseDocument(text, {
    schema: 'report',
    version: 2,
    name: 'report',
    format: 'petstore-conformance/report',
    advice: 'Pass a report.json that a run wrote',
  }) as Report;
}
