import { problemWith } from '../files/schema-problem.ts';
import { readJsonText } from '../json/read.ts';
import { type Report, reportBounds } from './model/report.ts';

/** A file that is no report of ours, or none that this version can read: what was seen, and what to do. */
export class UnreadableReport extends Error {
  override readonly name = 'UnreadableReport';
}

const formatVersion = 1;

/**
 * Reads the text of a report.json. Throws `UnreadableReport` where it was cut short, is of a later version or
 * is something else; nothing of the text is quoted but names of properties.
 */
export function readReport(text: string): Report {
  const value = parsed(text);
  const { format, formatVersion: version } = (value ?? {}) as { format?: unknown; formatVersion?: unknown };
  if (format !== 'petstore-conformance/report')
    throw new UnreadableReport('it is no report of this kit. Give a report.json that a run wrote');
  if (typeof version === 'number' && version > formatVersion)
    throw new UnreadableReport(
      `it is of version ${version}, and this kit reads version ${formatVersion}. Use the kit that wrote it, or a newer one`,
    );
  const problem = schemaProblem(value);
  if (problem !== undefined)
    throw new UnreadableReport(
      `it is not as its schema says (${problem}). Give a report.json as a run wrote it`,
    );
  const long = tooLong(value, '');
  if (long !== undefined) throw new UnreadableReport(long);
  return value as Report;
}

/** Read by the reader of the engine, which takes a third of the memory; ours says where the mistake is. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const document = readJsonText(text);
    if (document.ok) throw new UnreadableReport('it is no JSON. Give a report.json that a run wrote');
    const { kind, line, column, problem } = document;
    throw new UnreadableReport(
      kind === 'end-of-input' || kind === 'empty'
        ? `it was cut short (it ends at line ${line}, column ${column}). Run again, or take a whole copy`
        : `it is no JSON (line ${line}, column ${column}: ${problem}). Give a report.json that a run wrote`,
    );
  }
}

function schemaProblem(value: unknown): string | undefined {
  const found = problemWith(value, 'report');
  return found === undefined ? undefined : `${found.pointer || 'the report'} ${found.problem}`;
}

/** The first list or text that is longer than is shown; findings take most of all. */
function tooLong(value: unknown, pointer: string): string | undefined {
  if (typeof value === 'string' && value.length > reportBounds.text)
    return `${pointer} has ${value.length} characters, and at most ${reportBounds.text} are read`;
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) {
    const most = pointer === '/findings' ? reportBounds.findings : reportBounds.listed;
    if (value.length > most)
      return `${pointer || 'the report'} lists ${value.length}, and at most ${most} are read`;
  }
  for (const [name, one] of Object.entries(value)) {
    const found = tooLong(one, `${pointer}/${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
