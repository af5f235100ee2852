import type { Level } from '../spec/requirement.ts';
import { minuteOf, staleAmong } from './content.ts';
import type { Finding, Report, RequirementResult } from './model/report.ts';
import { selectedWords } from './scope.ts';
import { wasTested } from './waivers.ts';

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
  readonly expected: string;
  readonly received: string;
  /** The signature before, for `changed`. */
  readonly before?: string;
  /** Why it was not tested, or the verdict before. */
  readonly note?: string;
}

export type Difference = ReturnType<typeof diffReports>;

/** Compares a report with a later one by failure. `caveats` list what makes the two hard to compare. */
export function diffReports(before: Report, after: Report) {
  const ids = new Set([...before.findings, ...after.findings].map(({ requirement }) => requirement));
  const nameOf = ({ target, startedAt, verdict }: Report) => ({
    target,
    startedAt,
    outcome: verdict.outcome,
  });
  return {
    old: nameOf(before),
    new: nameOf(after),
    caveats: caveatsOf(before, after),
    changes: [...ids].flatMap((id) => changesOf(id, before, after)),
  };
}

/** Checks for new failures, which make `diff` exit with 1. */
export function hasNew({ changes }: Difference): boolean {
  return changes.some(({ kind }) => kind === 'new' || kind === 'changed');
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
  // A failure that replaced another is neither progress nor a second fault.
  const pairs = Math.min(gone.length, came.length);
  return [
    ...came.slice(pairs).map((finding) => newChange(finding, resultBefore)),
    ...came
      .slice(0, pairs)
      .map((finding, index) => change('changed', finding, { before: gone[index]?.signature ?? '' })),
    ...now.filter(isIn(old)).map((finding) => change('still', finding)),
    ...all.flatMap((finding) =>
      finding.waived === undefined ? [] : [change('waived', finding, { note: finding.waived })],
    ),
    ...gone.slice(pairs).map((finding) => goneChange(finding, resultNow, before, after)),
  ];
}

function newChange(finding: Finding, before: RequirementResult | undefined): Change {
  if (before === undefined)
    return change('newly checked', finding, { note: 'the older kit did not check it' });
  const wasUntested = before.verdict === 'not tested' || before.verdict === 'not selected';
  return change('new', finding, wasUntested ? { note: `${before.verdict} before` } : {});
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
    seed: configuration.seed,
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
  ['newly checked', 'Newly checked (the older kit did not know the requirement)'],
  ['still', 'Still failing'],
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

const kindWords: Readonly<Record<string, string>> = {
  still: 'still failing',
  'no longer tested': 'not tested again',
};

/** Returns "2 new, 1 fixed, 3 still failing." */
export function differenceSentence({ changes }: Difference): string {
  const kinds = ['new', 'changed', 'newly checked', 'fixed', 'still', 'waived', 'no longer tested'];
  const parts = kinds.flatMap((kind) => {
    const count = changes.filter((change) => change.kind === kind).length;
    return count === 0 ? [] : [`${count} ${kindWords[kind] ?? kind}`];
  });
  return parts.length === 0 ? 'Neither report has failures.' : `${parts.join(', ')}.`;
}

/** Returns "2026-11-20 09:00 UTC (does not conform)". */
export function reportWords({ startedAt, outcome }: Difference['old']): string {
  return `${minuteOf(startedAt)} (${outcome})`;
}
