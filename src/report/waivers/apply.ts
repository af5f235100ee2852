import type { Finding, RequirementResult, UsedWaiver, Waiver, WaiverState } from '../model/report.ts';

/** What waivers bear on: verdicts and the findings behind them. */
export interface Judged {
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
  const waiverOf = (finding: Finding) => applied.find((waiver) => covers(waiver, finding));
  const findings = judged.findings.map((finding): Finding => {
    const waiver = waiverOf(finding);
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
