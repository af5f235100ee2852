import { readJsonText } from '../../json/read.ts';
import { problemWith } from '../../schema/problem.ts';
import { isRequirementId, ledger, similarIds } from '../../spec/ledger.ts';
import type { Waiver } from '../model/report.ts';

/** A file that holds no waivers that can be read: what was seen, where, and what to do. */
export class UnreadableWaivers extends Error {
  override readonly name = 'UnreadableWaivers';
}

const formatVersion = 1;

/**
 * Reads the text of a waivers file. Throws `UnreadableWaivers` where it is no JSON (line and column), is of a
 * later version, has fields that nobody knows, or names a requirement that there is not. `added` are ids of
 * requirements beside those of the ledger.
 */
export function readWaivers(text: string, added: readonly string[] = []): readonly Waiver[] {
  const document = readJsonText(text);
  if (!document.ok)
    throw new UnreadableWaivers(
      `it is no JSON (line ${document.line}, column ${document.column}: ${document.problem})`,
    );
  const value: unknown = JSON.parse(text);
  const version = (value as { formatVersion?: unknown } | null)?.formatVersion;
  if (typeof version === 'number' && version > formatVersion)
    throw new UnreadableWaivers(
      `it is of version ${version}, and this kit reads version ${formatVersion}. Use a newer kit`,
    );
  const problem = schemaProblem(value);
  if (problem !== undefined) throw new UnreadableWaivers(`it is not as its schema says: ${problem}`);
  const { waivers } = value as { waivers: readonly Waiver[] };
  const unknown = waivers.findIndex(({ requirement }) => !isKnown(requirement, added));
  if (unknown >= 0)
    throw new UnreadableWaivers(unknownRequirement(unknown, waivers[unknown]?.requirement ?? ''));
  return waivers;
}

/**
 * Whether there may be a requirement of this id. Others than those of the ledger are added by files of checks, which a run
 * may leave out: what is not like any id of the ledger is taken for such a one, and its waiver then decides nothing.
 */
function isKnown(id: string, added: readonly string[]): boolean {
  if (isRequirementId(id) || added.includes(id)) return true;
  const section = id.slice(0, id.indexOf('.') + 1);
  return !ledger.some((row) => row.id.startsWith(section)) && similarIds(id).length === 0;
}

function unknownRequirement(index: number, id: string): string {
  const near = similarIds(id);
  const advice = near.length === 0 ? '' : `. Did you mean ${near.join(' or ')}?`;
  return `/waivers/${index} names no requirement that there is: ${JSON.stringify(id).slice(0, 80)}${advice}`;
}

/** The first thing that is wrong, with a JSON pointer; names of unknown fields are quoted. */
function schemaProblem(value: unknown): string | undefined {
  const found = problemWith(value, 'waivers');
  if (found === undefined) return undefined;
  const where = found.pointer === '' ? 'the file' : found.pointer;
  return found.unknownField === undefined
    ? `${where} ${found.problem}`
    : `${where} has a field that nobody knows: ${JSON.stringify(found.unknownField).slice(0, 80)}`;
}
