import type { Level } from '../spec/requirement.ts';
import { counted } from '../text/layout.ts';
import { type Change, type ChangeKind, changeKinds, changesBetween, sideOf } from './changes.ts';
import { differences, summaryOf } from './compare/runs.ts';
import { listedIds, minuteOf } from './content.ts';
import type { Finding, Report } from './model/report.ts';
import { headlineOf, selectedWords, verdictLine } from './scope.ts';
import { renewCommand } from './waivers.ts';

/** A change, with what the newer report says of the failure or, if it is gone, the older one. */
export interface ReportChange extends Change {
  readonly level: Level;
  readonly title: string;
  /** Both are empty if an expired waiver has no failure. */
  readonly expected: string;
  readonly received: string;
}

export type ReportDifference = ReturnType<typeof diffReports>;

/**
 * Compares a report with a later one by failure. `caveats` list what makes the two hard to compare; `notes` list what
 * differs without that.
 */
export function diffReports(before: Report, after: Report) {
  const nameOf = ({ target, startedAt, verdict, requests, leftovers }: Report) => ({
    target,
    startedAt,
    outcome: verdict.outcome,
    headline: headlineOf(verdict),
    exitStatus: verdict.exitStatus,
    line: verdictLine(verdict),
    requests: requests.total,
    leftovers: leftovers.length,
  });
  const [seed, seedNow] = [before.configuration.seed, after.configuration.seed];
  return {
    old: nameOf(before),
    new: nameOf(after),
    caveats: caveatsOf(before, after),
    notes: seed === seedNow ? [] : [`different seed: ${seed} before, ${seedNow} now`],
    changes: changesBetween(sideOf(before), sideOf(after)).map((one) => shownChange(one, before, after)),
  };
}

/** Adds what the reports say of a change. */
function shownChange(change: Change, before: Report, after: Report): ReportChange {
  const { kind, requirement, signature } = change;
  const isIt = (finding: Finding) => finding.requirement === requirement && finding.signature === signature;
  const shown = after.findings.find(isIt) ?? before.findings.find(isIt);
  const result = after.requirements.find(({ id }) => id === requirement);
  const untested = result?.reason ?? result?.verdict ?? 'the newer kit does not check it';
  return {
    ...(kind === 'no longer tested' ? { note: untested } : {}),
    ...change,
    level: shown?.level ?? result?.level ?? 'required',
    title: shown?.title ?? result?.title ?? requirement,
    expected: shown?.expected ?? '',
    received: shown?.received ?? '',
  };
}

/** Returns the verdict in capitals, and the exit status: 1 for new failures and expired waivers. */
export function verdictOfDiff({ changes }: ReportDifference) {
  const verdict = changeGroups(changes).find((group) => group.verdict !== undefined)?.verdict;
  return { word: verdict ?? 'NOTHING NEW', exitStatus: verdict === undefined ? 0 : 1 };
}

function caveatsOf(before: Report, after: Report): string[] {
  const facts = ({ target, complete, verdict }: Report) => ({
    target,
    scope: selectedWords(verdict.scope),
    completeness: complete ? 'complete' : 'incomplete',
  });
  const now: Readonly<Record<string, string>> = facts(after);
  const other = Object.entries(facts(before)).map(([fact, own]) => ({ fact, own, its: now[fact] }));
  return [...differences(summaryOf(before), summaryOf(after)), ...other]
    .filter(({ own, its }) => own !== its)
    .map(({ fact, own, its }) => `different ${fact}: ${own} before, ${its} now`);
}

/** Groups the changes by kind, without empty groups. */
export function changeGroups<Each extends Change>(changes: readonly Each[]) {
  return Object.entries(changeKinds).flatMap(([kind, facts]) => {
    const some = changes.filter((change) => change.kind === kind);
    return some.length === 0 ? [] : [{ ...facts, changes: some }];
  });
}

/** Returns the changes with the ids of their requirements: "1 new failure: errors.shape; 1 fixed: list.ok." */
export function changeWords(changes: readonly Change[]): string {
  const parts = changeGroups(changes).map(({ word, plural = word, changes: some }) => {
    const ids = listedIds(some.map(({ requirement }) => requirement));
    return `${counted(some.length, word, plural)}: ${ids}`;
  });
  return parts.length === 0 ? 'No failures before or now.' : `${parts.join('; ')}.`;
}

/**
 * Returns the later run in one line, for a chat: its verdict and exit status, what changed with the ids of the requirements,
 * and what it cost.
 */
export function differenceLine({ changes, new: now }: ReportDifference): string {
  const { line, requests, leftovers } = now;
  const cost = `${counted(requests, 'request')}, ${counted(leftovers, 'category', 'categories')} left.`;
  return `${line} ${changeWords(changes)} ${cost}`;
}

/** Returns what to do about the changes, the most urgent first. */
export function nextSteps(changes: readonly Change[]): string[] {
  const idsOf = (...kinds: readonly ChangeKind[]) =>
    changes.filter(({ kind }) => kinds.includes(kind)).map(({ requirement }) => requirement);
  const steps: readonly (readonly [ids: readonly string[], words: (named: string) => string])[] = [
    [
      idsOf('new', 'changed'),
      (ids) =>
        `Fix ${ids}: the report of the newer run has the evidence, and "Verify with" checks a fix in seconds.`,
    ],
    [idsOf('waiver expired'), (ids) => `Fix ${ids}, or renew the waiver: ${renewCommand}`],
    [
      idsOf('no longer tested'),
      (ids) => `Check whether ${ids} still fails: petstore-conformance replay OLDER-REPORT.json --finding ID`,
    ],
  ];
  return steps.flatMap(([ids, words]) => (ids.length === 0 ? [] : [words(listedIds(ids))]));
}

/** Returns "2026-11-20 09:00 UTC (does not conform)". */
export function reportWords({ startedAt, outcome }: ReportDifference['old']): string {
  return `${minuteOf(startedAt)} (${outcome})`;
}
