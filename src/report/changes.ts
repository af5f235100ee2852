import { definedOnly } from '../text/defined-only.ts';
import { type Conditions, conditionsOf, type Occurred, occurredIn, whyImpossible } from './conditions.ts';
import { skippedWords } from './content.ts';
import type { Finding, Report, RequirementResult } from './model/report.ts';
import { type Tone, wasTested } from './model/verdicts.ts';

interface KindFacts {
  readonly heading: string;
  /** What follows the number of such changes. */
  readonly word: string;
  readonly tone: Tone;
}

/** How a failure can change between two runs, the news first. */
const kinds = {
  /** Fails now, and did not fail before. */
  new: { heading: 'New', word: 'new', tone: 'bad' },
  /** Failed before, and what failed was sent again and is right. */
  fixed: { heading: 'Fixed', word: 'fixed', tone: 'good' },
  /** Fails as before. */
  'still failing': { heading: 'Still failing', word: 'still failing', tone: 'calm' },
  /** Failed before, and what failed was not sent again, or may fail in another way now. */
  'not tested again': { heading: 'Failed before, not tested again', word: 'not tested again', tone: 'warn' },
} as const satisfies Readonly<Record<string, KindFacts>>;

export type ChangeKind = keyof typeof kinds;
export const changeKinds: Readonly<Record<ChangeKind, KindFacts>> = kinds;

/** What is known of a finding, and what it needs to occur again. */
interface Failure
  extends Pick<
    Finding,
    | 'requirement'
    | 'level'
    | 'title'
    | 'cause'
    | 'signature'
    | 'expected'
    | 'received'
    | 'accepted'
    | 'expired'
  > {
  readonly conditions: Conditions;
}

/** The facts of a run that decide what changed: much less than its report. */
export interface Side {
  readonly results: ReadonlyMap<string, Pick<RequirementResult, 'verdict' | 'reason'>>;
  readonly failures: readonly Failure[];
  readonly occurred: Occurred;
  readonly failOnAdvisory: boolean;
}

/** A change of a failure, as the later run shows it or, if the failure is gone, the earlier one. */
export interface Change extends Omit<Failure, 'conditions'> {
  readonly kind: ChangeKind;
  /** Why it fails no run, if so: it violates an advisory requirement, or is accepted. */
  readonly excused?: 'warning' | 'accepted';
  /** Why it was not tested again, who accepted it, or whether it was not tested before. */
  readonly note?: string;
}

/** Returns the facts of a report that decide what changed. */
export function sideOf(report: Report): Side {
  const { requirements, findings, configuration } = report;
  return {
    results: new Map(
      requirements.map(({ id, verdict, reason }) => [id, definedOnly({ verdict, reason })] as const),
    ),
    failures: findings.map((finding) => {
      const { requirement, level, title, cause, signature, expected, received, accepted, expired } = finding;
      const shown = { requirement, level, title, cause, signature, expected, received };
      return { ...shown, ...definedOnly({ accepted, expired }), conditions: conditionsOf(finding) };
    }),
    occurred: occurredIn(report),
    failOnAdvisory: configuration.failOn === 'advisory',
  };
}

/** Compares a run with a later one. Each failure of either run has one change. */
export function changesBetween(before: Side, after: Side): Change[] {
  const known = new Set(before.failures.map(({ signature }) => signature));
  const failing = new Set(after.failures.map(({ signature }) => signature));
  const came = after.failures.filter(({ signature }) => !known.has(signature));
  return [
    ...after.failures.map((failure): Change => {
      if (known.has(failure.signature)) return changed('still failing', failure, after, noteOf(failure));
      return changed('new', failure, after, noteOf(failure) ?? untestedBefore(failure, before));
    }),
    ...before.failures
      .filter(({ signature }) => !failing.has(signature))
      .map(({ accepted: _, expired: __, ...gone }): Change => {
        const isReplaced = came.some(({ requirement }) => requirement === gone.requirement);
        const why = isReplaced ? 'it fails in another way now' : whyNotFixed(gone, after);
        return changed(why === undefined ? 'fixed' : 'not tested again', gone, after, why);
      }),
  ];
}

function changed(kind: ChangeKind, failure: Failure, after: Side, note: string | undefined): Change {
  const { conditions: _, accepted, expired: __, ...shown } = failure;
  const isWarning = failure.level === 'advisory' && !after.failOnAdvisory;
  const excused: Change['excused'] = accepted !== undefined ? 'accepted' : isWarning ? 'warning' : undefined;
  return { kind, ...shown, ...definedOnly({ excused, note }) };
}

/** Returns who accepted a failure, and until when; also if that day is over. */
function noteOf({ accepted, expired }: Failure): string | undefined {
  return accepted ?? (expired && `accepted ${expired}`);
}

/** Returns that an earlier run did not test the requirement of a failure, if so. */
function untestedBefore({ requirement }: Failure, before: Side): string | undefined {
  const result = before.results.get(requirement);
  if (result === undefined) return 'the earlier run did not check it';
  return result.verdict === 'not tested' || result.verdict === 'not selected'
    ? `${result.verdict} before`
    : undefined;
}

/** Returns why a failure that is gone may not be fixed, or undefined if it is. */
function whyNotFixed({ requirement, conditions }: Failure, after: Side): string | undefined {
  const result = after.results.get(requirement);
  if (result === undefined) return 'the later run did not check it';
  if (!wasTested(result.verdict)) return skippedWords(result);
  const missing = whyImpossible(conditions, after.occurred);
  return missing && `passed, but ${missing}`;
}
