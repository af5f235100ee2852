import type { Level } from '../spec/requirement.ts';
import { counted } from '../text/layout.ts';
import { type Changed, type ChangeKind, changesBetween, sideOf } from './changes.ts';
import { comparedOf, differingOptions } from './configuration.ts';
import { listedIds, minuteOf } from './content.ts';
import type { Finding, Report } from './model/report.ts';
import type { Tone } from './model/verdicts.ts';
import { headlineOf, selectedWords, verdictLine } from './scope.ts';

export interface Change {
  readonly kind: ChangeKind;
  readonly requirement: string;
  readonly level: Level;
  readonly title: string;
  /** From the newer report; if the failure is gone, from the older one. */
  readonly signature: string;
  /** The same without the requirement; empty if an expired waiver has no failure. */
  readonly cause: string;
  /** Both are empty if an expired waiver has no failure. */
  readonly expected: string;
  readonly received: string;
  /** The cause before, for `changed`. */
  readonly before?: string;
  /** Why it was not tested, or the verdict before. */
  readonly note?: string;
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
function shownChange(
  { kind, requirement, failure, ...rest }: Changed,
  before: Report,
  after: Report,
): Change {
  const { signature = requirement, cause = '' } = failure ?? {};
  const isIt = (finding: Finding) => finding.requirement === requirement && finding.signature === signature;
  const shown = after.findings.find(isIt) ?? before.findings.find(isIt);
  const result = after.requirements.find(({ id }) => id === requirement);
  const untested = result?.reason ?? result?.verdict ?? 'the newer kit does not check it';
  return {
    kind,
    requirement,
    signature,
    cause,
    level: shown?.level ?? result?.level ?? 'required',
    title: shown?.title ?? result?.title ?? requirement,
    expected: shown?.expected ?? '',
    received: shown?.received ?? '',
    ...(kind === 'no longer tested' ? { note: untested } : {}),
    ...rest,
  };
}

/** Checks for new failures, which make `diff` exit with 1. */
export function hasNew(difference: ReportDifference): boolean {
  return hasKind(difference, 'new', 'changed');
}

/** Checks for an expired waiver, which makes `diff` exit with 1, too. */
export function hasExpired(difference: ReportDifference): boolean {
  return hasKind(difference, 'waiver expired');
}

function hasKind({ changes }: ReportDifference, ...kinds: readonly ChangeKind[]): boolean {
  return changes.some(({ kind }) => kinds.includes(kind));
}

function caveatsOf(before: Report, after: Report): string[] {
  const facts = ({ target, requirementsVersion, complete, verdict }: Report) => ({
    target,
    scope: selectedWords(verdict.scope),
    'requirements version': requirementsVersion,
    completeness: complete ? 'complete' : 'incomplete',
  });
  const now: Readonly<Record<string, unknown>> = facts(after);
  const differing = Object.entries(facts(before)).flatMap(([name, value]) =>
    value === now[name] ? [] : [`different ${name}: ${value} before, ${now[name]} now`],
  );
  const options = differingOptions(comparedOf(before.configuration), comparedOf(after.configuration));
  return [
    ...options.map(({ flag, own, its }) => `different ${flag}: ${own} before, ${its} now`),
    ...differing,
  ];
}

interface KindFacts {
  readonly heading: string;
  /** What follows the number of such changes, and of several if that differs. */
  readonly word: string;
  readonly plural?: string;
  readonly tone: Tone;
}

/** How changes are named and colored: what is new first, then what stayed. */
export const changeKinds: Readonly<Record<ChangeKind, KindFacts>> = {
  new: { heading: 'New', word: 'new', tone: 'bad' },
  changed: { heading: 'Fails in another way', word: 'changed', tone: 'bad' },
  'waiver expired': {
    heading: 'Waiver expired',
    word: 'waiver expired',
    plural: 'waivers expired',
    tone: 'bad',
  },
  'newly checked': {
    heading: 'Newly checked (the older kit did not know the requirement)',
    word: 'newly checked',
    tone: 'warn',
  },
  'new warning': { heading: 'New warnings', word: 'new warning', plural: 'new warnings', tone: 'warn' },
  fixed: { heading: 'Fixed', word: 'fixed', tone: 'good' },
  still: { heading: 'Still failing', word: 'still failing', tone: 'calm' },
  'known warning': {
    heading: 'Known warnings',
    word: 'known warning',
    plural: 'known warnings',
    tone: 'calm',
  },
  waived: { heading: 'Waived now', word: 'waived', tone: 'warn' },
  'no longer tested': {
    heading: 'Failed before, not tested again',
    word: 'not tested again',
    tone: 'warn',
  },
};

/** Groups the changes by kind, without empty groups. */
export function changeGroups<Each extends Pick<Changed, 'kind'>>(changes: readonly Each[]) {
  return Object.entries(changeKinds).flatMap(([kind, { heading, word, plural = word }]) => {
    const some = changes.filter((change) => change.kind === kind);
    if (some.length === 0) return [];
    return [{ kind, heading, counted: `${some.length} ${some.length === 1 ? word : plural}`, changes: some }];
  });
}

const unchanged = 'No failures before or now.';

/** Returns "2 new, 1 fixed, 3 still failing." */
export function differenceSentence({ changes }: ReportDifference): string {
  const parts = changeGroups(changes).map(({ counted: words }) => words);
  return parts.length === 0 ? unchanged : `${parts.join(', ')}.`;
}

/** Returns the changes with the ids of their requirements: "1 new failure: errors.shape; 1 fixed: list.ok." */
export function changeWords(changes: readonly Pick<Changed, 'kind' | 'requirement'>[]): string {
  const parts = changeGroups(changes).map(({ kind, counted: words, changes: some }) => {
    const what = kind === 'new' ? counted(some.length, 'new failure') : words;
    return `${what}: ${listedIds(some.map(({ requirement }) => requirement))}`;
  });
  return parts.length === 0 ? unchanged : `${parts.join('; ')}.`;
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
export function nextSteps(changes: readonly Pick<Changed, 'kind' | 'requirement'>[]): string[] {
  const idsOf = (...kinds: readonly ChangeKind[]) =>
    changes.filter(({ kind }) => kinds.includes(kind)).map(({ requirement }) => requirement);
  const step = (ids: readonly string[], words: (named: string) => string) =>
    ids.length === 0 ? [] : [words(listedIds(ids))];
  return [
    ...step(
      idsOf('new', 'changed'),
      (ids) =>
        `Fix ${ids}: the report of the newer run has the evidence, and "Verify with" checks a fix in seconds.`,
    ),
    ...step(
      idsOf('waiver expired'),
      (ids) =>
        `Fix ${ids}, or renew the waiver: petstore-conformance waive --renew REPORT.json --expires DATE`,
    ),
    ...step(
      idsOf('no longer tested'),
      (ids) => `Check whether ${ids} still fails: petstore-conformance replay OLDER-REPORT.json --finding ID`,
    ),
  ];
}

/** Returns "2026-11-20 09:00 UTC (does not conform)". */
export function reportWords({ startedAt, outcome }: ReportDifference['old']): string {
  return `${minuteOf(startedAt)} (${outcome})`;
}
