import type { Level } from '../spec/requirement.ts';
import type { Finding, Report, RequirementResult } from './model/report.ts';

/** What became of one failure, or of one requirement, between two reports. */
export type ChangeKind =
  /** Fails now, and did not before. */
  | 'new'
  /** Failed before; was looked at again, and is mended. */
  | 'fixed'
  /** Fails as before. */
  | 'still'
  /** The requirement fails as before, but in another way. */
  | 'changed'
  /** Fails now, and is accepted until a day: neither new nor fixed. */
  | 'waived'
  /** Failed before, and was not looked at now: not fixed. */
  | 'no longer exercised'
  /** Fails a requirement that the older kit did not know: no step back of the service. */
  | 'newly checked';

export interface Change {
  readonly kind: ChangeKind;
  readonly requirement: string;
  readonly level: Level;
  readonly title: string;
  /** The failure, as the newer report gives it; where it is gone, as the older one did. */
  readonly signature: string;
  readonly expected: string;
  readonly received: string;
  /** For `changed`: what it was before. */
  readonly before?: string;
  /** Why it was not looked at, or what the requirement was before. */
  readonly note?: string;
}

export interface Difference {
  readonly old: ReportName;
  readonly new: ReportName;
  /** What makes the two hard to compare: another target, profile, seed or selection. */
  readonly caveats: readonly string[];
  readonly changes: readonly Change[];
}

interface ReportName {
  readonly target: string;
  readonly startedAt: string;
  readonly outcome: string;
}

/** What changed from one report to a later one, failure by failure. */
export function diffReports(before: Report, after: Report): Difference {
  const ids = [...new Set([...before.findings, ...after.findings].map(({ requirement }) => requirement))];
  return {
    old: nameOf(before),
    new: nameOf(after),
    caveats: caveatsOf(before, after),
    changes: ids.flatMap((id) => changesOf(id, before, after)),
  };
}

/** Whether anything fails that did not before: what makes `diff` end with 1. */
export function hasNew({ changes }: Difference): boolean {
  return changes.some(({ kind }) => kind === 'new' || kind === 'changed');
}

function nameOf({ target, startedAt, verdict }: Report): ReportName {
  return { target, startedAt, outcome: verdict.outcome };
}

function changesOf(id: string, before: Report, after: Report): Change[] {
  const old = findingsOf(before, id);
  const all = findingsOf(after, id);
  const now = all.filter(({ waived }) => waived === undefined);
  const rowBefore = rowOf(before, id);
  const rowNow = rowOf(after, id);
  const isIn = (findings: readonly Finding[]) => (finding: Finding) =>
    findings.some(({ signature }) => signature === finding.signature);
  const gone = old.filter((finding) => !isIn(all)(finding));
  const came = now.filter((finding) => !isIn(old)(finding));
  const stayed = now.filter(isIn(old));
  // One way of failing that took the place of another is no step forward and no second fault.
  const pairs = Math.min(gone.length, came.length);
  const changed = came
    .slice(0, pairs)
    .map((finding, index) => change('changed', finding, { before: gone[index]?.signature ?? '' }));
  return [
    ...came.slice(pairs).map((finding) => newChange(finding, rowBefore)),
    ...changed,
    ...stayed.map((finding) => change('still', finding)),
    ...all.flatMap((finding) =>
      finding.waived === undefined ? [] : [change('waived', finding, { note: finding.waived })],
    ),
    ...gone.slice(pairs).map((finding) => goneChange(finding, rowNow)),
  ];
}

function newChange(finding: Finding, before: RequirementResult | undefined): Change {
  if (before === undefined)
    return change('newly checked', finding, { note: 'the older kit did not check it' });
  const unseen = before.verdict === 'not exercised' || before.verdict === 'not asked';
  return change('new', finding, unseen ? { note: `${before.verdict} before` } : {});
}

function goneChange(finding: Finding, now: RequirementResult | undefined): Change {
  const looked = now !== undefined && ['pass', 'flaky', 'fail', 'warn'].includes(now.verdict);
  if (looked) return change('fixed', finding);
  const reason = now?.reason ?? now?.verdict ?? 'the newer kit does not check it';
  return change('no longer exercised', finding, { note: reason });
}

function change(
  kind: ChangeKind,
  { requirement, level, title, signature, expected, received }: Finding,
  more: Pick<Change, 'before' | 'note'> = {},
): Change {
  return { kind, requirement, level, title, signature, expected, received, ...more };
}

function findingsOf({ findings }: Report, id: string): Finding[] {
  return findings.filter(({ requirement }) => requirement === id);
}

function rowOf({ requirements }: Report, id: string): RequirementResult | undefined {
  return requirements.find((row) => row.id === id);
}

function caveatsOf(before: Report, after: Report): string[] {
  const facts: readonly (readonly [string, (report: Report) => string])[] = [
    ['target', ({ target }) => target],
    ['profile', ({ configuration }) => configuration.profile],
    ['--only', ({ configuration }) => configuration.only ?? 'everything'],
    ['--plan', ({ configuration }) => configuration.plan ?? 'none'],
    ['seed', ({ configuration }) => String(configuration.seed)],
    ['version of the ledger', ({ ledger }) => ledger.version],
    ['completeness', ({ complete }) => (complete ? 'complete' : 'cut short')],
  ];
  return facts.flatMap(([name, of]) =>
    of(before) === of(after) ? [] : [`another ${name}: ${of(before)} before, ${of(after)} now`],
  );
}
