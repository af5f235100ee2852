import { listed } from '../text/layout.ts';
import { type Change, type ChangeKind, changeKinds, changesBetween, sideOf } from './changes.ts';
import { comparedOf, differingOptions } from './configuration.ts';
import { countedIds, listedIds, minuteOf } from './content.ts';
import type { Report } from './model/report.ts';
import { headlineOf } from './scope.ts';

export type ReportDifference = ReturnType<typeof diffReports>;

/**
 * Compares a report with a later one, failure by failure. `caveats` lists what makes the two reports hard to compare, and
 * `notes` lists other differences.
 */
export function diffReports(before: Report, after: Report) {
  const nameOf = ({ target, startedAt, verdict }: Report) => ({
    target,
    startedAt,
    outcome: verdict.outcome,
    headline: headlineOf(verdict),
    exitStatus: verdict.exitStatus,
  });
  const [seed, seedNow] = [before.configuration.seed, after.configuration.seed];
  return {
    old: nameOf(before),
    new: nameOf(after),
    caveats: caveatsOf(before, after),
    notes: seed === seedNow ? [] : [`different seed: ${seed} before, ${seedNow} now`],
    changes: changesBetween(sideOf(before), sideOf(after)),
  };
}

/**
 * Returns the verdict in capitals, and the exit status: 1 if a failure that is not a warning is new and not accepted, or is
 * no longer accepted. Otherwise, the status is 0.
 */
export function verdictOfDiff({ changes }: Pick<ReportDifference, 'changes'>) {
  const has = (wanted: ChangeKind) =>
    changes.some(({ kind, excused }) => kind === wanted && excused === undefined);
  if (has('new')) return { word: 'NEW FAILURES', exitStatus: 1 };
  if (has('no longer accepted')) return { word: 'NO LONGER ACCEPTED', exitStatus: 1 };
  return { word: 'NOTHING NEW', exitStatus: 0 };
}

function caveatsOf(before: Report, after: Report): string[] {
  const facts = ({ target, complete, verdict }: Report) => ({
    target,
    scope: `${verdict.scope.selected} of ${verdict.scope.required} required requirements selected`,
    completeness: complete ? 'complete' : 'incomplete',
  });
  const now: Readonly<Record<string, string>> = facts(after);
  const other = Object.entries(facts(before)).map(([fact, own]) => ({ fact, own, its: now[fact] }));
  return [...differences(before, after), ...limitDifference(before, after), ...other]
    .filter(({ own, its }) => own !== its)
    .map(({ fact, own, its }) => `different ${fact}: ${own} before, ${its} now`);
}

/** Returns the values of Limit in two runs, if both runs received one. */
function limitDifference(before: Report, after: Report) {
  const [own, its] = [before, after].map(({ timeline: { rows } }) => {
    const limits = rows.flatMap(({ withKey, limit }) => (withKey && limit !== undefined ? limit : []));
    return listed([...new Set(limits)].map(String), 3);
  });
  return own === '' || its === '' ? [] : [{ fact: 'Limit', own, its }];
}

/** Returns the differing facts that decide what is tested. */
function differences(before: Report, after: Report) {
  const versions = [
    { fact: 'kit', own: before.kit.version, its: after.kit.version },
    { fact: 'requirements', own: before.requirementsVersion, its: after.requirementsVersion },
  ];
  const options = differingOptions(comparedOf(before.configuration), comparedOf(after.configuration));
  return [...versions, ...options.map(({ flag, own, its }) => ({ fact: flag, own, its }))];
}

/** Groups the changes by kind, without empty groups; changes that fail a run come first. */
export function changeGroups(changes: readonly Change[]) {
  return Object.entries(changeKinds).flatMap(([kind, facts]) => {
    const some = changes
      .filter((change) => change.kind === kind)
      .sort((a, b) => Number(a.excused !== undefined) - Number(b.excused !== undefined));
    return some.length === 0 ? [] : [{ ...facts, changes: some }];
  });
}

/** Names a requirement and, if its failure does not fail the run, says why: "auth.challenge (warning)". */
export function nameOfChange({ requirement, excused }: Change): string {
  return excused === undefined ? requirement : `${requirement} (${excused})`;
}

/** Returns the changes with the ids of their requirements: "1 new: errors.shape; 3 fixed: 2 of create.text, list.ok." */
export function changeWords(changes: readonly Change[]): string {
  const parts = changeGroups(changes).map(
    ({ word, changes: some }) => `${some.length} ${word}: ${countedIds(some.map(nameOfChange))}`,
  );
  return parts.length === 0 ? 'No failures in either run.' : `${parts.join('; ')}.`;
}

/**
 * Returns what changed in one line, for a chat message: the ids of failures that are new, no longer accepted or fixed, and
 * how many still fail.
 */
export function differenceLine({ changes }: Pick<ReportDifference, 'changes'>): string {
  const of = (...kinds: readonly ChangeKind[]) => changes.filter(({ kind }) => kinds.includes(kind));
  const [news, same] = [of('new', 'no longer accepted', 'fixed'), of('still failing')];
  const words = news.length === 0 ? 'Nothing new.' : changeWords(news);
  return same.length === 0 ? words : `${words.slice(0, -1)}; ${same.length} still failing.`;
}

/** Returns what to do about the changes, most urgent first. */
export function nextSteps(changes: readonly Change[]): string[] {
  const named = (wanted: ChangeKind) => {
    const some = changes.filter(({ kind, excused }) => kind === wanted && excused === undefined);
    return some.length === 0 ? undefined : listedIds(some.map(({ requirement }) => requirement));
  };
  const [fresh, expired, open] = [named('new'), named('no longer accepted'), named('not tested again')];
  return [
    ...(fresh === undefined
      ? []
      : [
          `Fix ${fresh}: the report of the newer run has the evidence, and "Verify with" checks a fix in seconds.`,
        ]),
    ...(expired === undefined
      ? []
      : [`Fix ${expired}, or accept it until a new date: petstore-conformance accept REPORT.json --add`]),
    ...(open === undefined
      ? []
      : [`Check whether ${open} still fails: petstore-conformance replay OLDER-REPORT.json --finding ID`]),
  ];
}

/** Returns "2026-11-20 09:00 UTC (does not conform)". */
export function reportWords({ startedAt, outcome }: ReportDifference['old']): string {
  return `${minuteOf(startedAt)} (${outcome})`;
}
