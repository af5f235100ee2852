import { problemWith } from '../files/schema-problem.ts';
import { readJsonText } from '../json/read.ts';
import { isRequirementId, ledger, similarIds } from '../spec/ledger.ts';
import type { Finding, RequirementResult, UsedWaiver, Waiver, WaiverState } from './model/report.ts';

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
  const found = problemWith(value, 'waivers');
  if (found !== undefined) {
    // The first thing that is wrong, with a JSON pointer; names of unknown fields are quoted.
    const { pointer, problem, unknownField } = found;
    const what =
      unknownField === undefined ? problem : `has a field that nobody knows: ${quoted(unknownField)}`;
    throw new UnreadableWaivers(`it is not as its schema says: ${pointer || 'the file'} ${what}`);
  }
  const { waivers } = value as { waivers: readonly Waiver[] };
  for (const [index, { requirement: id }] of waivers.entries()) {
    if (isPossible(id, added)) continue;
    const near = similarIds(id);
    const advice = near.length === 0 ? '' : `. Did you mean ${near.join(' or ')}?`;
    throw new UnreadableWaivers(
      `/waivers/${index} names no requirement that there is: ${quoted(id)}${advice}`,
    );
  }
  return waivers;
}

/**
 * Whether there may be a requirement of this id. Others than those of the ledger are added by files of checks, which a run
 * may leave out: what is not like any id of the ledger is taken for such a one, and its waiver then decides nothing.
 */
function isPossible(id: string, added: readonly string[]): boolean {
  if (isRequirementId(id) || added.includes(id)) return true;
  const section = id.slice(0, id.indexOf('.') + 1);
  return !ledger.some((row) => row.id.startsWith(section)) && similarIds(id).length === 0;
}

function quoted(text: string): string {
  return JSON.stringify(text).slice(0, 80);
}

/** What waivers bear on: verdicts and the findings behind them. */
interface Judged {
  readonly requirements: readonly RequirementResult[];
  readonly findings: readonly Finding[];
}

export interface Waived extends Judged {
  readonly waivers: readonly UsedWaiver[];
}

/**
 * Applies waivers to what a run found. A requirement is waived where all its findings are; one finding that is
 * not keeps it failed. `today` is the day as YYYY-MM-DD in UTC: a waiver holds through its last day.
 */
export function applyWaivers(judged: Judged, waivers: readonly Waiver[], today: string): Waived {
  const used = waivers.map((waiver): UsedWaiver => ({ ...waiver, state: stateOf(waiver, judged, today) }));
  const applied = used.filter(({ state }) => state === 'applied');
  const findings = judged.findings.map((finding): Finding => {
    const waiver = applied.find((one) => covers(one, finding));
    return waiver === undefined ? finding : { ...finding, waived: wordsOf(waiver) };
  });
  const requirements = judged.requirements.map((row): RequirementResult => {
    if (row.verdict !== 'fail' && row.verdict !== 'warn') return row;
    const own = findings.filter(({ requirement }) => requirement === row.id);
    const [first] = own;
    if (first?.waived === undefined || own.some(({ waived }) => waived === undefined)) return row;
    return { ...row, verdict: 'waived', reason: first.waived };
  });
  return { requirements, findings, waivers: used };
}

function stateOf(waiver: Waiver, { requirements, findings }: Judged, today: string): WaiverState {
  if (waiver.expires < today) return 'expired';
  if (findings.some((finding) => covers(waiver, finding))) return 'applied';
  const row = requirements.find(({ id }) => id === waiver.requirement);
  const exercised = row !== undefined && ['pass', 'flaky', 'fail', 'warn'].includes(row.verdict);
  return exercised ? 'stale' : 'not exercised';
}

function covers({ requirement, signature }: Waiver, finding: Finding): boolean {
  return finding.requirement === requirement && (signature === undefined || signature === finding.signature);
}

function wordsOf({ expires, owner, reason, ticket }: Waiver): string {
  return `waived until ${expires} by ${owner}: ${reason}${ticket === undefined ? '' : ` (${ticket})`}`;
}

/**
 * The waivers of a file with entries for findings added, on the terms that a person gives: one for each signature, none
 * for what is waived already. An entry that is there keeps its terms.
 */
export function withWaiversFor(
  findings: readonly Finding[],
  existing: readonly Waiver[],
  terms: Omit<Waiver, 'requirement' | 'signature'>,
): { readonly waivers: readonly Waiver[]; readonly added: readonly Waiver[] } {
  const added: Waiver[] = [];
  for (const finding of findings) {
    if ([...existing, ...added].some((waiver) => covers(waiver, finding))) continue;
    added.push({ requirement: finding.requirement, signature: finding.signature, ...terms });
  }
  return { waivers: [...existing, ...added], added };
}

/** The text of a waivers file; of the one that is replaced, all else stays as it is (`$schema`). */
export function waiversJson(waivers: readonly Waiver[], replaced?: string): string {
  const rest = replaced === undefined ? { formatVersion } : (JSON.parse(replaced) as object);
  return `${JSON.stringify({ ...rest, waivers }, null, 2)}\n`;
}
