import { definedOnly } from '../text/defined-only.ts';
import { type Conditions, conditionsOf, type Occurred, occurredIn, whyImpossible } from './conditions.ts';
import { staleAmong } from './content.ts';
import type { Finding, Report, UsedWaiver, Verdict } from './model/report.ts';
import { type Tone, wasTested } from './model/verdicts.ts';
import { covers, expiredWords } from './waivers.ts';

interface KindFacts {
  readonly heading: string;
  /** What follows the number of such changes, and of several if that differs. */
  readonly word: string;
  readonly plural?: string;
  readonly tone: Tone;
  /** The verdict of `diff`, if such a change makes it exit with 1. */
  readonly verdict?: 'NEW FAILURES' | 'WAIVER EXPIRED';
}

/** How a failure can change between two runs: what is new first, then what stayed. */
const kinds = {
  /** Fails now, did not fail before. */
  new: {
    heading: 'New',
    word: 'new failure',
    plural: 'new failures',
    tone: 'bad',
    verdict: 'NEW FAILURES',
  },
  /** The same requirement fails with another signature. */
  changed: { heading: 'Fails in another way', word: 'changed', tone: 'bad', verdict: 'NEW FAILURES' },
  /** A waiver has expired, which makes a run exit with 1. Its failure, if there is one, is not new. */
  'waiver expired': {
    heading: 'Waiver expired',
    word: 'waiver expired',
    plural: 'waivers expired',
    tone: 'bad',
    verdict: 'WAIVER EXPIRED',
  },
  /** Violates a requirement that the older kit did not know: the server did not get worse. */
  'newly checked': {
    heading: 'Newly checked (the older kit did not know the requirement)',
    word: 'newly checked',
    tone: 'warn',
  },
  /** A violated advisory requirement, which does not fail the run, is new or fails in another way. */
  'new warning': { heading: 'New warnings', word: 'new warning', plural: 'new warnings', tone: 'warn' },
  /** Failed before, was tested again and passed. */
  fixed: { heading: 'Fixed', word: 'fixed', tone: 'good' },
  /** Fails as before. */
  still: { heading: 'Still failing', word: 'still failing', tone: 'calm' },
  /** Violates an advisory requirement as before. */
  'known warning': {
    heading: 'Known warnings',
    word: 'known warning',
    plural: 'known warnings',
    tone: 'calm',
  },
  /** Fails now and is waived: neither new nor fixed. */
  waived: { heading: 'Waived now', word: 'waived', tone: 'warn' },
  /** Failed before, and was not tested again, or not under the conditions of the failure: not called fixed. */
  'no longer tested': { heading: 'Failed before, not tested again', word: 'not tested again', tone: 'warn' },
} as const satisfies Readonly<Record<string, KindFacts>>;

export type ChangeKind = keyof typeof kinds;
export const changeKinds: Readonly<Record<ChangeKind, KindFacts>> = kinds;

/** What is known of a finding in a report, and in a line of a history. */
export interface Failure
  extends Pick<Finding, 'requirement' | 'level' | 'cause' | 'signature' | 'waived' | 'waiverExpired'> {
  /** What it needs to occur again. */
  readonly conditions: Conditions;
}

/** The facts of a run that decide what changed. A report and a line of a history have the same. */
export interface Side {
  readonly verdicts: Readonly<Record<string, Verdict>>;
  readonly failures: readonly Failure[];
  readonly occurred: Occurred;
  readonly failOnAdvisory: boolean;
  /** Waivers that have expired, or that are no longer needed. */
  readonly waivers: readonly Pick<
    UsedWaiver,
    'requirement' | 'signature' | 'state' | 'expires' | 'owner' | 'reason' | 'ticket'
  >[];
}

/** A change of a failure. */
export interface Change {
  readonly kind: ChangeKind;
  readonly requirement: string;
  /** From the later run or, if the failure is gone, from the earlier one; of an expired waiver without a failure, its requirement. */
  readonly signature: string;
  /** Empty if an expired waiver has no failure. */
  readonly cause: string;
  /** The cause before, for `changed`. */
  readonly before?: string;
  /** Why it was not tested, or the verdict before. */
  readonly note?: string;
}

/** Returns the facts of a report that decide what changed. */
export function sideOf(report: Report): Side {
  const { requirements, findings, configuration, waivers = [] } = report;
  return {
    verdicts: Object.fromEntries(requirements.map(({ id, verdict }) => [id, verdict])),
    failures: findings.map((finding) => {
      const { requirement, level, cause, signature, waived, waiverExpired } = finding;
      const words = definedOnly({ waived, waiverExpired });
      return { requirement, level, cause, signature, ...words, conditions: conditionsOf(finding) };
    }),
    occurred: occurredIn([report]),
    failOnAdvisory: configuration.failOn === 'advisory',
    waivers: waivers
      .filter(({ state }) => state === 'expired' || state === 'stale')
      .map(({ body: _, ...waiver }) => waiver),
  };
}

/** Compares a run with a later one by failure. */
export function changesBetween(before: Side, after: Side): Change[] {
  const ids = new Set([...before.failures, ...after.failures].map(({ requirement }) => requirement));
  const unused = expiredAmong(after).filter((waiver) => !after.failures.some((one) => covers(waiver, one)));
  return [
    ...[...ids].flatMap((id) => changesOf(id, before, after)),
    ...unused.map(
      (waiver): Change => ({
        kind: 'waiver expired',
        requirement: waiver.requirement,
        signature: waiver.requirement,
        cause: '',
        note: expiredWords(waiver),
      }),
    ),
  ];
}

function expiredAmong({ waivers }: Side): Side['waivers'] {
  return waivers.filter(({ state }) => state === 'expired');
}

function changesOf(id: string, before: Side, after: Side): Change[] {
  const old = before.failures.filter(({ requirement }) => requirement === id);
  const all = after.failures.filter(({ requirement }) => requirement === id);
  const now = all.filter(({ waived }) => waived === undefined);
  const isIn = (failures: readonly Failure[]) => (failure: Failure) =>
    failures.some(({ signature }) => signature === failure.signature);
  const gone = old.filter((failure) => !isIn(all)(failure));
  const came = now.filter((failure) => !isIn(old)(failure));
  const isWarning = ({ level }: Failure) => level === 'advisory' && !after.failOnAdvisory;
  const same = (failure: Failure) => {
    const waiver = expiredAmong(after).find((one) => covers(one, failure));
    if (waiver !== undefined) return changed('waiver expired', failure, { note: expiredWords(waiver) });
    return changed(isWarning(failure) ? 'known warning' : 'still', failure);
  };
  // A failure that replaced another is neither progress nor a second fault.
  const pairs = Math.min(gone.length, came.length);
  return [
    ...came.slice(pairs).map((failure) => newChange(failure, verdictIn(before, id), isWarning(failure))),
    ...came.slice(0, pairs).map((failure, index) =>
      changed(isWarning(failure) ? 'new warning' : 'changed', failure, {
        before: gone[index]?.cause ?? '',
      }),
    ),
    ...now.filter(isIn(old)).map(same),
    ...all.flatMap((failure) =>
      failure.waived === undefined ? [] : [changed('waived', failure, { note: failure.waived })],
    ),
    ...gone.slice(pairs).map((failure) => goneChange(failure, after)),
  ];
}

function newChange(failure: Failure, before: Verdict | undefined, isWarning: boolean): Change {
  if (before === undefined)
    return changed('newly checked', failure, { note: 'the older kit did not check it' });
  const wasUntested = before === 'not tested' || before === 'not selected';
  const note = failure.waiverExpired ?? (wasUntested ? `${before} before` : undefined);
  return changed(isWarning ? 'new warning' : 'new', failure, definedOnly({ note }));
}

function goneChange(failure: Failure, after: Side): Change {
  const { requirement, conditions } = failure;
  const verdict = verdictIn(after, requirement);
  const isTested = verdict !== undefined && wasTested(verdict);
  const missing = isTested ? whyImpossible(conditions, after.occurred) : undefined;
  if (isTested && missing === undefined) {
    const isUnneeded = staleAmong(after.waivers).includes(requirement);
    return changed('fixed', failure, isUnneeded ? { note: 'its waiver is no longer needed' } : {});
  }
  // Without a note, only the verdict says why.
  return changed('no longer tested', failure, definedOnly({ note: missing && `passed, but ${missing}` }));
}

function changed(
  kind: ChangeKind,
  { requirement, signature, cause }: Failure,
  more: Pick<Change, 'before' | 'note'> = {},
): Change {
  return { kind, requirement, signature, cause, ...more };
}

function verdictIn({ verdicts }: Side, id: string): Verdict | undefined {
  return Object.hasOwn(verdicts, id) ? verdicts[id] : undefined;
}
