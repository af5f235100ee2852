import { digestOf, type KnownBody, withoutMark } from '../exchange/body-digest.ts';
import { parseDocument, UnreadableFile } from '../files/unreadable.ts';
import { isRequirementId, requirementIds, traitsOf } from '../spec/catalog.ts';
import { definedOnly } from '../text/defined-only.ts';
import { advice, isMisspelled, nearest } from '../text/similar.ts';
import { skippedWords } from './content.ts';
import type { Finding, Report, RequirementResult, UsedWaiver, Waiver, WaiverState } from './model/report.ts';
import { wasTested } from './model/verdicts.ts';

/**
 * Reads the text of a waivers file. Throws `UnreadableFile` if it is not JSON, from a later version, or has an unknown
 * field or requirement. `added` are the requirement ids of custom checks.
 */
export function readWaivers(text: string, added: readonly string[] = []): readonly Waiver[] {
  const { waivers } = parseDocument(text, {
    schema: 'waivers',
    version: 1,
    name: 'waivers file',
    advice: '`waive` writes one from a report',
    correction: 'Correct it there',
  }) as { waivers: readonly Waiver[] };
  for (const [index, { requirement: id }] of waivers.entries()) {
    if (isPossible(id, added)) continue;
    const near = advice(nearest(id, requirementIds, 3));
    const unknown = `/waivers/${index} has an unknown requirement: ${quoted(id)}`;
    throw new UnreadableFile(near === '' ? unknown : `${unknown}.${near}`);
  }
  return waivers;
}

/**
 * Checks whether this requirement may exist. The run may not load the custom check that adds it, so an id in a section
 * of its own is accepted; its waiver is then ignored.
 */
function isPossible(id: string, added: readonly string[]): boolean {
  if (isRequirementId(id) || added.includes(id)) return true;
  const section = id.slice(0, id.indexOf('.') + 1);
  return !requirementIds.some((one) => one.startsWith(section)) && !isMisspelled(id, requirementIds);
}

function quoted(text: string): string {
  return JSON.stringify(text).slice(0, 80);
}

interface Judged extends Pick<Report, 'sentBodies'> {
  readonly requirements: readonly RequirementResult[];
  readonly findings: readonly Finding[];
}

export interface Waived extends Judged {
  readonly waivers: readonly UsedWaiver[];
}

/**
 * Applies waivers to the results of a run. A requirement is waived if all its findings are. `today` is YYYY-MM-DD in UTC:
 * a waiver is valid through its last day.
 */
export function applyWaivers(judged: Judged, waivers: readonly Waiver[], today: string): Waived {
  const used = waivers.map((waiver): UsedWaiver => ({ ...waiver, state: stateOf(waiver, judged, today) }));
  const applied = used.filter(({ state }) => state === 'applied');
  const findings = judged.findings.map((finding): Finding => {
    const waiver = applied.find((one) => covers(one, finding));
    if (waiver !== undefined) return { ...finding, waived: wordsOf(waiver) };
    const expired = used.find((one) => one.state === 'expired' && covers(one, finding));
    return expired === undefined ? finding : { ...finding, waiverExpired: expiredWords(expired) };
  });
  const requirements = judged.requirements.map((result): RequirementResult => {
    if (result.verdict !== 'fail' && result.verdict !== 'warn') return result;
    const own = findings.filter(({ requirement }) => requirement === result.id);
    const reason = own[0]?.waived;
    if (reason === undefined || own.some(({ waived }) => waived === undefined)) return result;
    return { ...result, verdict: 'waived', reason };
  });
  return { requirements, findings, waivers: used };
}

function stateOf(waiver: Waiver, { requirements, findings, sentBodies }: Judged, today: string): WaiverState {
  if (waiver.expires < today) return 'expired';
  if (findings.some((finding) => covers(waiver, finding))) return 'applied';
  const result = requirements.find(({ id }) => id === waiver.requirement);
  return result !== undefined && wasTested(result.verdict) && wasSent(waiver, sentBodies)
    ? 'stale'
    : 'not tested';
}

/** Returns the generated body that shows a finding, so that later runs can send it again. */
export function knownBodyOf({ payload, exchange }: Finding, runMark: string): KnownBody | undefined {
  const base64 = exchange?.request.again.bodyBase64;
  if (payload === undefined || base64 === undefined) return undefined;
  const body = withoutMark(Buffer.from(base64, 'base64'), runMark);
  return { class: payload.class, base64: body.toString('base64') };
}

/** Checks whether a run sent the body of a waiver, if it has one. */
function wasSent({ body }: Waiver, sentBodies: readonly string[] = []): boolean {
  return body === undefined || sentBodies.includes(digestOf(Buffer.from(body.base64, 'base64'), ''));
}

/** Checks whether a valid waiver applies to a finding. */
export function isWaived(
  finding: Pick<Finding, 'requirement' | 'signature'>,
  waivers: readonly Waiver[],
  today: string,
): boolean {
  return waivers.some((waiver) => waiver.expires >= today && covers(waiver, finding));
}

/** Checks whether a waiver applies to a finding. */
export function covers(
  { requirement, signature }: Pick<Waiver, 'requirement' | 'signature'>,
  finding: Pick<Finding, 'requirement' | 'signature'>,
): boolean {
  return finding.requirement === requirement && (signature ?? finding.signature) === finding.signature;
}

/** Returns "expired on 2026-11-01 (Ada: gateway is being replaced)". */
export function expiredWords({
  expires,
  owner,
  reason,
  ticket,
}: Pick<Waiver, 'expires' | 'owner' | 'reason' | 'ticket'>): string {
  return `expired on ${expires} (${owner}: ${reason}${ticket === undefined ? '' : `, ${ticket}`})`;
}

function wordsOf({ expires, owner, reason, ticket }: Waiver): string {
  return `until ${expires} by ${owner}: ${reason}${ticket === undefined ? '' : ` (${ticket})`}`;
}

/** The command that renews expired waivers. */
export const renewCommand = 'petstore-conformance waive --renew --expires YYYY-MM-DD';

/** Returns the waivers with a new last day for those that are chosen: expired ones, or those of one finding. */
export function renewed(
  waivers: readonly Waiver[],
  terms: Pick<Waiver, 'expires'> & Partial<Pick<Waiver, 'reason' | 'owner' | 'ticket'>>,
  isChosen: (waiver: Waiver) => boolean,
): { readonly waivers: readonly Waiver[]; readonly changed: readonly Waiver[] } {
  const all = waivers.map((waiver) => (isChosen(waiver) ? { ...waiver, ...terms } : waiver));
  return { waivers: all, changed: all.filter((waiver, index) => waiver !== waivers[index]) };
}

/** Adds a waiver for each signature that is not yet waived. Existing waivers are not changed. */
export function withWaiversFor(
  findings: readonly Finding[],
  existing: readonly Waiver[],
  terms: Omit<Waiver, 'requirement' | 'signature' | 'body'>,
  runMark: string,
): { readonly waivers: readonly Waiver[]; readonly added: readonly Waiver[] } {
  const added: Waiver[] = [];
  for (const finding of findings) {
    if ([...existing, ...added].some((waiver) => covers(waiver, finding))) continue;
    const { requirement, signature } = finding;
    added.push({ requirement, signature, ...terms, ...definedOnly({ body: knownBodyOf(finding, runMark) }) });
  }
  return { waivers: [...existing, ...added], added };
}

/**
 * Returns why a waiver is still needed after a run; undefined if its requirement passed, in a run that sent the body that
 * failed.
 */
export function whyKept(
  waiver: Waiver,
  { complete, requirements, findings, sentBodies }: Report,
): string | undefined {
  const result = requirements.find(({ id }) => id === waiver.requirement);
  if (findings.some((finding) => covers(waiver, finding))) return 'still fails';
  if (!complete) return 'the run was interrupted';
  if (result === undefined) return 'not in the report';
  if (result.verdict === 'flaky') return 'passed only after a retry';
  const hasFindings = findings.some(({ requirement }) => requirement === result.id);
  if (result.verdict !== 'pass' && (hasFindings || wasTested(result.verdict))) return 'fails in another way';
  if (result.verdict === 'waived') return skippedWords(result);
  if (result.verdict !== 'pass') return result.verdict;
  if (waiver.body === undefined && traitsOf(waiver.requirement).invalidBodies === true)
    return 'passed, but the waiver does not say which body failed: remove it by hand if it is fixed';
  return wasSent(waiver, sentBodies) ? undefined : 'passed, but the body that failed was not sent again';
}

/** Returns the text of a waivers file, with the other members of the file it replaces (`$schema`). */
export function waiversJson(waivers: readonly Waiver[], replaced?: string): string {
  const rest = replaced === undefined ? { formatVersion: 1 } : (JSON.parse(replaced) as object);
  return `${JSON.stringify({ ...rest, waivers }, null, 2)}\n`;
}
