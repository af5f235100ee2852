import { problemWith } from '../files/schema-problem.ts';
import { noJsonWords, refuseLaterVersion, UnreadableFile } from '../files/unreadable.ts';
import { readJsonText } from '../json/read.ts';
import { fromFirstFormat } from './first-format.ts';
import { type Report, reportBounds } from './model/report.ts';

const advice = 'Give a report.json that a run wrote';

/**
 * Reads the text of a report.json. Throws `UnreadableFile` where it was cut short, is of a later version or is something
 * else; of the text it quotes names of properties only.
 */
export function readReport(text: string): Report {
  const read = parsed(text);
  if ((read as { format?: unknown } | null)?.format !== 'petstore-conformance/report')
    throw new UnreadableFile(`it is no report of this kit. ${advice}`);
  refuseLaterVersion(read, 2, 'Use the kit that wrote it, or a newer one');
  const value = (read as { formatVersion?: unknown }).formatVersion === 1 ? fromFirstFormat(read) : read;
  const found = problemWith(value, 'report');
  if (found !== undefined)
    throw new UnreadableFile(
      `it is not as its schema says (${found.pointer || 'the report'} ${found.problem}). Give a report.json as a run wrote it`,
    );
  const long = tooLong(value, '');
  if (long !== undefined) throw new UnreadableFile(long);
  return value as Report;
}

/** Parses with the engine's reader, which takes a third of the memory; ours then says where the mistake is. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const document = readJsonText(text);
    if (document.ok) throw new UnreadableFile(`it is no JSON. ${advice}`);
    const { kind, line, column } = document;
    throw new UnreadableFile(
      kind === 'end-of-input' || kind === 'empty'
        ? `it was cut short (it ends at line ${line}, column ${column}). Run again, or take a whole copy`
        : `${noJsonWords(document)}. ${advice}`,
    );
  }
}

/** Names the first list or string that is longer than what a report is written with. */
function tooLong(value: unknown, pointer: string): string | undefined {
  if (typeof value === 'string' && value.length > reportBounds.text)
    return `${pointer} has ${value.length} characters, and at most ${reportBounds.text} are read`;
  if (typeof value !== 'object' || value === null) return undefined;
  const most = pointer === '/findings' ? reportBounds.findings : reportBounds.listed;
  if (Array.isArray(value) && value.length > most)
    return `${pointer || 'the report'} lists ${value.length}, and at most ${most} are read`;
  for (const [name, one] of Object.entries(value)) {
    const found = tooLong(one, `${pointer}/${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
