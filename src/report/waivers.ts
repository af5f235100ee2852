import { problemWith } from '../files/schema-problem.ts';
import { parseJson, refuseLaterVersion, UnreadableFile } from '../files/unreadable.ts';
import { catalog, isRequirementId, similarIds } from '../spec/catalog.ts';
import type { Finding, RequirementResult, UsedWaiver, Waiver, WaiverState } from './model/report.ts';

/**
 * Reads the text of a waivers file. Throws `UnreadableFile` where it is not JSON, is of a later version, has an unknown
 * field or names an unknown requirement. `added` are the ids of requirements that the user added.
 */
export function readWaivers(text: string, added: readonly string[] = []): readonly Waiver[] {
  const value = parseJson(text);
  refuseLaterVersion(value, 1, 'Use a newer kit');
  const found = problemWith(value, 'waivers');
  if (found !== undefined) {
    const { pointer, problem, unknownField } = found;
    const what =
      unknownField === undefined ? problem : `has a field that nobody knows: ${quoted(unknownField)}`;
    throw new UnreadableFile(`it is not as its schema says: ${pointer || 'the file'} ${what}`);
  }
  const { waivers } = value as { waivers: readonly Waiver[] };
  for (const [index, { requirement: id }] of waivers.entries()) {
    if (isPossible(id, added)) continue;
    const near = similarIds(id);
    const advice = near.length === 0 ? '' : `. Did you mean ${near.join(' or ')}?`;
    throw new UnreadableFile(`/waivers/${index} names no requirement that there is: ${quoted(id)}${advice}`);
  }
  return waivers;
}

/**
 * Checks whether a requirement of this id may exist. A run may leave out the file of checks that adds it, so an id unlike
 * any of ours passes; its waiver then decides nothing.
 */
function isPossible(id: string, added: readonly string[]): boolean {
  if (isRequirementId(id) || added.includes(id)) return true;
  const section = id.slice(0, id.indexOf('.') + 1);
  return !catalog.some((row) => row.id.startsWith(section)) && similarIds(id).length === 0;
}

function quoted(text: string): string {
  return JSON.stringify(text).slice(0, 80);
}

interface Judged {
  readonly requirements: readonly RequirementResult[];
  readonly findings: readonly Finding[];
}

export interface Waived extends Judged {
  readonly waivers: readonly UsedWaiver[];
}

/**
 * Applies waivers to what a run found. A requirement is waived if all its findings are. `today` is the date as YYYY-MM-DD
 * in UTC: a waiver holds through its last day.
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
    const reason = own[0]?.waived;
    if (reason === undefined || own.some(({ waived }) => waived === undefined)) return row;
    return { ...row, verdict: 'waived', reason };
  });
  return { requirements, findings, waivers: used };
}

function stateOf(waiver: Waiver, { requirements, findings }: Judged, today: string): WaiverState {
  if (waiver.expires < today) return 'expired';
  if (findings.some((finding) => covers(waiver, finding))) return 'applied';
  const row = requirements.find(({ id }) => id === waiver.requirement);
  return row !== undefined && wasTested(row) ? 'stale' : 'not tested';
}

/** Checks whether a run tested a requirement, and so can show it as fixed. */
export function wasTested({ verdict }: RequirementResult): boolean {
  return ['pass', 'flaky', 'fail', 'warn'].includes(verdict);
}

function covers({ requirement, signature }: Waiver, finding: Finding): boolean {
  return finding.requirement === requirement && (signature === undefined || signature === finding.signature);
}

function wordsOf({ expires, owner, reason, ticket }: Waiver): string {
  return `waived until ${expires} by ${owner}: ${reason}${ticket === undefined ? '' : ` (${ticket})`}`;
}

/**
 * Adds waivers for findings to those of a file: one for each signature, none for what is waived already. Existing waivers
 * keep their terms.
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

/** Writes the text of a waivers file; all else of the text that it replaces stays (`$schema`). */
export function waiversJson(waivers: readonly Waiver[], replaced?: string): string {
  const rest = replaced === undefined ? { formatVersion: 1 } : (JSON.parse(replaced) as object);
  return `${JSON.stringify({ ...rest, waivers }, null, 2)}\n`;
}
