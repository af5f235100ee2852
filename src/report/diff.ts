import type { Level } from '../spec/requirement.ts';
import { definedOnly } from '../text/defined-only.ts';
import { counted } from '../text/layout.ts';
import { listedIds, minuteOf, staleAmong } from './content.ts';
import type { Finding, Report, RequirementResult, UsedWaiver } from './model/report.ts';
import { headlineOf, selectedWords } from './scope.ts';
import { covers, expiredWords, wasTested } from './waivers.ts';

/** How a failure changed between two reports. */
export type ChangeKind =
  /** Fails now, did not fail before. */
  | 'new'
  /** Failed before, was tested again and passed. */
  | 'fixed'
  /** Fails as before. */
  | 'still'
  /** The same requirement fails with another signature. */
  | 'changed'
  /** A waiver has expired, which makes a run exit with 1. Its failure, if there is one, is not new. */
  | 'waiver expired'
  /** A violated advisory requirement, which does not fail the run, is new or fails in another way. */
  | 'new warning'
  /** The same as before. */
  | 'known warning'
  /** Fails now and is waived: neither new nor fixed. */
  | 'waived'
  /** Failed before, and was not tested again, or not with the body that failed: not called fixed. */
  | 'no longer tested'
  /** Violates a requirement that the older kit did not know: the server did not get worse. */
  | 'newly checked';

export interface Change {
  readonly kind: ChangeKind;
  readonly requirement: string;
  readonly level: Level;
  readonly title: string;
  /** From the newer report; if the failure is gone, from the older one. */
  readonly signature: string;
  /** Both are empty if an expired waiver has no failure. */
  readonly expected: string;
  readonly received: string;
  /** The signature before, for `changed`. */
  readonly before?: string;
  /** Why it was not tested, or the verdict before. */
  readonly note?: string;
}

export type Difference = ReturnType<typeof diffReports>;

/**
 * Compares a report with a later one by failure. `caveats` list what makes the two hard to compare; `notes` list what
 * differs without that.
 */
export function diffReports(before: Report, after: Report) {
  const ids = new Set([...before.findings, ...after.findings].map(({ requirement }) => requirement));
  const nameOf = ({ target, startedAt, verdict, requests, leftovers }: Report) => ({
    ...{ target, startedAt, outcome: verdict.outcome },
    ...{ headline: headlineOf(verdict), exitStatus: verdict.exitStatus },
    ...{ requests: requests.total, leftovers: leftovers.length },
  });
  const [seed, seedNow] = [before.configuration.seed, after.configuration.seed];
  return {
    old: nameOf(before),
    new: nameOf(after),
    caveats: caveatsOf(before, after),
    notes: seed === seedNow ? [] : [`different seed: ${seed} before, ${seedNow} now`],
    changes: [
      ...[...ids].flatMap((id) => changesOf(id, before, after)),
      ...expiredAmong(after)
        .filter((waiver) => !after.findings.some((finding) => covers(waiver, finding)))
        .map((waiver) => waiverChange(waiver, after)),
    ],
  };
}

/** Checks for new failures, which make `diff` exit with 1. */
export function hasNew(difference: Difference): boolean {
  return hasKind(difference, 'new', 'changed');
}

/** Checks for an expired waiver, which makes `diff` exit with 1, too. */
export function hasExpired(difference: Difference): boolean {
  return hasKind(difference, 'waiver expired');
}

function hasKind({ changes }: Difference, ...kinds: readonly ChangeKind[]): boolean {
  return changes.some(({ kind }) => kinds.includes(kind));
}

function expiredAmong({ waivers = [] }: Report): readonly UsedWaiver[] {
  return waivers.filter(({ state }) => state === 'expired');
}

/** Describes an expired waiver whose failure the later run did not show. */
function waiverChange(waiver: UsedWaiver, { requirements }: Report): Change {
  const { requirement, signature = requirement } = waiver;
  const { level = 'required', title = requirement } = requirements.find(({ id }) => id === requirement) ?? {};
  return {
    ...{ kind: 'waiver expired', requirement, level, title, signature, expected: '', received: '' },
    note: expiredWords(waiver),
  };
}

function changesOf(id: string, before: Report, after: Report): Change[] {
  const old = before.findings.filter(({ requirement }) => requirement === id);
  const all = after.findings.filter(({ requirement }) => requirement === id);
  const now = all.filter(({ waived }) => waived === undefined);
  const resultBefore = before.requirements.find((one) => one.id === id);
  const resultNow = after.requirements.find((one) => one.id === id);
  const isIn = (findings: readonly Finding[]) => (finding: Finding) =>
    findings.some(({ signature }) => signature === finding.signature);
  const gone = old.filter((finding) => !isIn(all)(finding));
  const came = now.filter((finding) => !isIn(old)(finding));
  const isWarning = ({ level }: Finding) => level === 'advisory' && !after.configuration.failOnAdvisory;
  const same = (finding: Finding) => {
    const waiver = expiredAmong(after).find((one) => covers(one, finding));
    if (waiver !== undefined) return change('waiver expired', finding, { note: expiredWords(waiver) });
    return change(isWarning(finding) ? 'known warning' : 'still', finding);
  };
  // A failure that replaced another is neither progress nor a second fault.
  const pairs = Math.min(gone.length, came.length);
  return [
    ...came.slice(pairs).map((finding) => newChange(finding, resultBefore, isWarning(finding))),
    ...came.slice(0, pairs).map((finding, index) =>
      change(isWarning(finding) ? 'new warning' : 'changed', finding, {
        before: gone[index]?.signature ?? '',
      }),
    ),
    ...now.filter(isIn(old)).map(same),
    ...all.flatMap((finding) =>
      finding.waived === undefined ? [] : [change('waived', finding, { note: finding.waived })],
    ),
    ...gone.slice(pairs).map((finding) => goneChange(finding, resultNow, before, after)),
  ];
}

function newChange(finding: Finding, before: RequirementResult | undefined, isWarning: boolean): Change {
  if (before === undefined)
    return change('newly checked', finding, { note: 'the older kit did not check it' });
  const wasUntested = before.verdict === 'not tested' || before.verdict === 'not selected';
  return change(
    isWarning ? 'new warning' : 'new',
    finding,
    definedOnly({ note: finding.waiverExpired ?? (wasUntested ? `${before.verdict} before` : undefined) }),
  );
}

function goneChange(
  finding: Finding,
  now: RequirementResult | undefined,
  before: Report,
  after: Report,
): Change {
  const isTested = now !== undefined && wasTested(now);
  if (isTested && wasSentAgain(finding, before, after)) {
    const isUnneeded = staleAmong(after.waivers).includes(finding.requirement);
    return change('fixed', finding, isUnneeded ? { note: 'its waiver is no longer needed' } : {});
  }
  const note = isTested
    ? 'passed, but the body that failed was not sent again'
    : (now?.reason ?? now?.verdict ?? 'the newer kit does not check it');
  return change('no longer tested', finding, { note });
}

/** Checks whether the later run sent a body of the finding. Reports without `sentBodies` are compared by their seeds. */
function wasSentAgain({ bodies, payload }: Finding, before: Report, after: Report): boolean {
  const { sentBodies } = after;
  if (bodies !== undefined && sentBodies !== undefined)
    return bodies.some((digest) => sentBodies.includes(digest));
  return payload === undefined || before.configuration.seed === after.configuration.seed;
}

function change(
  kind: ChangeKind,
  { requirement, level, title, signature, expected, received }: Finding,
  more: Pick<Change, 'before' | 'note'> = {},
): Change {
  return { kind, requirement, level, title, signature, expected, received, ...more };
}

function caveatsOf(before: Report, after: Report): string[] {
  const facts = ({ target, configuration, requirementsVersion, complete, verdict }: Report) => ({
    target,
    profile: configuration.profile,
    '--only': configuration.only ?? 'everything',
    '--plan': configuration.plan ?? 'none',
    scope: selectedWords(verdict.scope),
    'requirements version': requirementsVersion,
    completeness: complete ? 'complete' : 'incomplete',
  });
  const now: Readonly<Record<string, unknown>> = facts(after);
  return Object.entries(facts(before)).flatMap(([name, value]) =>
    value === now[name] ? [] : [`different ${name}: ${value} before, ${now[name]} now`],
  );
}

/** The headings of the changes, most important first. */
const headings: readonly (readonly [kind: ChangeKind, heading: string])[] = [
  ['new', 'New'],
  ['changed', 'Fails in another way'],
  ['waiver expired', 'Waiver expired'],
  ['newly checked', 'Newly checked (the older kit did not know the requirement)'],
  ['new warning', 'New warnings'],
  ['still', 'Still failing'],
  ['known warning', 'Known warnings'],
  ['waived', 'Waived now'],
  ['no longer tested', 'Failed before, not tested again'],
  ['fixed', 'Fixed'],
];

/** Groups the changes under their headings, most important first, without empty groups. */
export function changeGroups({ changes }: Difference) {
  return headings
    .map(([kind, heading]) => ({ kind, heading, changes: changes.filter((change) => change.kind === kind) }))
    .filter((group) => group.changes.length > 0);
}

/** What follows the number of changes, in the order of the sentence. */
const kindWords: Readonly<Record<ChangeKind, (count: number) => string>> = {
  new: () => 'new',
  changed: () => 'changed',
  'waiver expired': (count) => (count === 1 ? 'waiver expired' : 'waivers expired'),
  'newly checked': () => 'newly checked',
  'new warning': (count) => (count === 1 ? 'new warning' : 'new warnings'),
  fixed: () => 'fixed',
  still: () => 'still failing',
  'known warning': (count) => (count === 1 ? 'known warning' : 'known warnings'),
  waived: () => 'waived',
  'no longer tested': () => 'not tested again',
};

const unchanged = 'No failures before or now.';

/** Returns "2 new, 1 fixed, 3 still failing." */
export function differenceSentence({ changes }: Difference): string {
  const parts = Object.entries(kindWords).flatMap(([kind, words]) => {
    const count = changes.filter((change) => change.kind === kind).length;
    return count === 0 ? [] : [`${count} ${words(count)}`];
  });
  return parts.length === 0 ? unchanged : `${parts.join(', ')}.`;
}

/**
 * Returns the later run in one line, for a chat: its verdict and exit status, what changed with the ids of the requirements,
 * and what it cost.
 */
export function differenceLine({ changes, new: now }: Difference): string {
  const parts = Object.entries(kindWords).flatMap(([kind, words]) => {
    const ids = changes.filter((change) => change.kind === kind).map(({ requirement }) => requirement);
    const named = listedIds(ids);
    if (ids.length === 0) return [];
    return [
      `${kind === 'new' ? counted(ids.length, 'new failure') : `${ids.length} ${words(ids.length)}`}: ${named}`,
    ];
  });
  const { headline, exitStatus, requests, leftovers } = now;
  const cost = `${counted(requests, 'request')}, ${counted(leftovers, 'category', 'categories')} left.`;
  return `${headline} (exit status ${exitStatus}) ${parts.length === 0 ? unchanged : `${parts.join('; ')}.`} ${cost}`;
}

/** Returns "2026-11-20 09:00 UTC (does not conform)". */
export function reportWords({ startedAt, outcome }: Difference['old']): string {
  return `${minuteOf(startedAt)} (${outcome})`;
}
