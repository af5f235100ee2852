import { problemWith } from '../files/schema-problem.ts';
import { noJsonWords, refuseOtherVersion, UnreadableFile } from '../files/unreadable.ts';
import { readJsonText } from '../json/read.ts';
import { isHistory } from './compare/runs.ts';
import type { Report } from './model/report.ts';

const advice = 'Pass a report.json that a run wrote';

/**
 * Reads the text of a report.json. Throws `UnreadableFile` if it is truncated, of another format version or not a report. The
 * message quotes only property names.
 */
export function readReport(text: string): Report {
  if (isHistory(text)) throw new UnreadableFile('it is a history. Pass it to `compare`, which reads it');
  const value = parsed(text);
  if ((value as { format?: unknown } | null)?.format !== 'petstore-conformance/report')
    throw new UnreadableFile(`it is not a report of this kit. ${advice}`);
  refuseOtherVersion(value, 2, 'Run again, or use the version of the kit that wrote it');
  const found = problemWith(value, 'report');
  if (found !== undefined)
    throw new UnreadableFile(
      `it does not match its schema (${found.pointer || 'the report'} ${found.problem}). Pass an unchanged report.json`,
    );
  return value as Report;
}

/** Parses with the engine, which is faster; only our reader says where the mistake is. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const document = readJsonText(text);
    if (document.ok) throw new UnreadableFile(`it is not JSON. ${advice}`);
    const { kind, line, column } = document;
    throw new UnreadableFile(
      kind === 'end-of-input' || kind === 'empty'
        ? `it is truncated (it ends at line ${line}, column ${column}). Run again, or copy the whole file`
        : `${noJsonWords(document)}. ${advice}`,
    );
  }
}
