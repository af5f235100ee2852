import { operationTitle } from '../spec/operations.ts';
import { definedOnly } from '../text/defined-only.ts';
import { carriedIn } from './accepted.ts';
import {
  type Conditions,
  conditionsOf,
  conditionsOfCarried,
  failsInAnotherWay,
  type Occurred,
  occurredIn,
  operationsOf,
  shownAt,
  whyImpossible,
} from './conditions.ts';
import { type Judged, listedIds, skippedWords } from './content.ts';
import type { AcceptedFailure, Finding, Report, RequirementResult } from './model/report.ts';
import { isOpen, type Tone, wasTested } from './model/verdicts.ts';
import { rowOf, rowText } from './row.ts';

interface KindFacts {
  readonly heading: string;
  /** The word that follows the number of changes of this kind. */
  readonly word: string;
  readonly tone: Tone;
}

/** How a failure can change between two runs, new failures first. */
const kinds = {
  /** Fails now, and did not fail before. */
  new: { heading: 'New', word: 'new', tone: 'bad' },
  /** Fails as before, but the last day of its acceptance is over. */
  'no longer accepted': { heading: 'No longer accepted', word: 'no longer accepted', tone: 'bad' },
  /** Failed before, but the requests that had failed were sent again and passed. */
  fixed: { heading: 'Fixed', word: 'fixed', tone: 'good' },
  /** Fails as before. */
  'still failing': { heading: 'Still failing', word: 'still failing', tone: 'calm' },
  /** Failed before, but the requests that had failed were not sent again, or may fail in another way now. */
  'not tested again': { heading: 'Failed before, not tested again', word: 'not tested again', tone: 'warn' },
} as const satisfies Readonly<Record<string, KindFacts>>;

export type ChangeKind = keyof typeof kinds;
export const changeKinds: Readonly<Record<ChangeKind, KindFacts>> = kinds;

/** What is known about a finding on one operation, and the conditions under which the finding can occur there again. */
interface Failure
  extends Pick<Finding, 'requirement' | 'level' | 'title' | 'cause' | 'signature' | 'accepted' | 'expired'> {
  /** What was expected. Like `received`, it is missing if only an earlier report shows the failure. */
  readonly expected?: string;
  readonly received?: string;
  readonly row: string;
  /** Missing if no response shows the failure. */
  readonly operation?: string;
  /** The forms of the requests that failed, as in `shownBy` of a finding. */
  readonly forms: readonly string[];
  readonly rightForms: readonly string[];
  readonly conditions: Conditions;
}

/** The facts of a run that decide what changed. They need much less memory than its report. */
export interface Side {
  readonly results: ReadonlyMap<string, Judged & Pick<RequirementResult, 'tested'>>;
  readonly failures: readonly Failure[];
  /** Failures of earlier reports that the run accepted and did not test again. */
  readonly carried: readonly Failure[];
  readonly occurred: Occurred;
  readonly failOnAdvisory: boolean;
}

/**
 * A change of a failure on one operation, as the later run shows it or, if the failure no longer occurs, as the earlier run
 * showed it.
 */
interface Part extends Omit<Failure, 'conditions' | 'forms' | 'rightForms'> {
  readonly kind: ChangeKind;
  /** Set if the failure does not fail the run: it violates an advisory requirement, or is accepted. */
  readonly excused?: 'warning' | 'accepted';
  /** Says why the failure was not tested again, who accepted it, or that the earlier run did not test it. */
  readonly note?: string;
}

/** A change that is the same on one operation or several. */
export interface Change extends Omit<Part, 'operation'> {
  readonly operations: readonly string[];
}

/** Returns the facts of a report that decide what changed. */
export function sideOf(report: Report): Side {
  const { requirements, findings, configuration } = report;
  return {
    results: new Map(
      requirements.map(
        ({ id, verdict, tested, reason, note }) =>
          [id, { tested, ...definedOnly({ verdict, reason, note }) }] as const,
      ),
    ),
    failures: findings.flatMap((finding) => {
      const { requirement, level, title, cause, signature, expected, received, accepted, expired } = finding;
      const row = rowText(rowOf(finding));
      const shown = { requirement, level, title, cause, signature, expected, received, row };
      return [...new Set(operationsOf(finding))].map((operation) => {
        const { forms = [], rightForms = [] } = shownAt(finding, operation) ?? {};
        return {
          ...shown,
          ...definedOnly({ operation, accepted, expired }),
          forms,
          rightForms,
          conditions: conditionsOf(finding, operation),
        };
      });
    }),
    carried: carriedIn(report).flatMap((one) => carriedFailure(one, report)),
    occurred: occurredIn(report),
    failOnAdvisory: configuration.failOn === 'advisory',
  };
}

/**
 * Returns a list with a failure of an earlier report, whose cause becomes its row. The list is empty if the report does not
 * have the requirement.
 */
function carriedFailure(one: AcceptedFailure, { requirements }: Report): Failure[] {
  const { requirement, cause = '', operation, rightForms = [] } = one;
  const result = requirements.find(({ id }) => id === requirement);
  if (result === undefined) return [];
  const { level, title } = result;
  const row = [...(operation === undefined ? [] : [operationTitle(operation)]), cause].join(': ');
  return [
    {
      requirement,
      level,
      title,
      cause,
      row,
      ...definedOnly({ operation }),
      forms: [],
      rightForms,
      signature: `${requirement}: ${cause}`,
      conditions: conditionsOfCarried(one),
    },
  ];
}

/** Checks whether two failures are the same: they share the requirement, the cause and the operation. */
export function isSame(
  a: Pick<Failure, 'signature' | 'operation'>,
  b: Pick<Failure, 'signature' | 'operation'>,
): boolean {
  return a.signature === b.signature && isOnOne(a, b);
}

/** Returns the forms that fail now, although they passed in an earlier run that had the same failure. */
function rightBefore(failure: Failure, { failures }: Side): readonly string[] {
  const right = new Set(failures.filter((one) => isSame(one, failure)).flatMap((one) => one.rightForms));
  return failure.forms.filter((form) => right.has(form));
}

/** Reports of 0.3.0 do not name the operation of every failure. */
function isOnOne(a: Pick<Failure, 'operation'>, b: Pick<Failure, 'operation'>): boolean {
  return a.operation === undefined || b.operation === undefined || a.operation === b.operation;
}

/**
 * Compares a run with a later one. Returns one change for each failure of either run, and for each failure that the earlier
 * run accepted and did not test again.
 */
export function changesBetween(before: Side, after: Side): Change[] {
  return together(partsBetween({ ...before, failures: openIn(before) }, after));
}

/** Returns the failures that are open after a run: those of the run, and the earlier ones that it did not test again. */
export function openIn({ failures, carried }: Side): readonly Failure[] {
  return [...failures, ...carried];
}

/** Compares a run with a later one. Each failure of either run has one change on each of its operations. */
export function partsBetween(before: Side, after: Side): Part[] {
  const wasThere = (failure: Failure) => before.failures.some((one) => isSame(one, failure));
  return [
    ...after.failures.map((failure): Part => {
      const wasRight = rightBefore(failure, before);
      if (wasRight.length > 0) return changed('new', failure, after, `${listedIds(wasRight)} passed before`);
      if (wasThere(failure)) {
        const kind = failure.expired === undefined ? 'still failing' : 'no longer accepted';
        return changed(kind, failure, after, noteOf(failure));
      }
      return changed('new', failure, after, noteOf(failure) ?? untestedBefore(failure, before));
    }),
    ...before.failures
      .filter((failure) => !after.failures.some((one) => isSame(one, failure)))
      .map(({ accepted: _, expired: __, ...gone }): Part => {
        const later = after.failures
          .filter((one) => one.requirement === gone.requirement && isOnOne(one, gone))
          .map((one) => ({ forms: one.forms, wasThere: wasThere(one) }));
        const isReplaced = failsInAnotherWay(gone.conditions, later);
        const why = isReplaced ? 'it fails in another way now' : whyNotFixed(gone, after);
        return changed(why === undefined ? 'fixed' : 'not tested again', gone, after, why);
      }),
  ];
}

/**
 * Combines equal changes of one failure, with the note of the first. If its operations changed differently, each change
 * names its own operations.
 */
export function together(parts: readonly Part[]): Change[] {
  const groups = new Map<string, { readonly part: Part; readonly operations: string[] }>();
  for (const part of parts) {
    const { kind, signature, operation } = part;
    const key = JSON.stringify([kind, signature]);
    const group = groups.get(key) ?? { part, operations: [] };
    groups.set(key, group);
    if (operation !== undefined) group.operations.push(operation);
  }
  return [...groups.values()].map(({ part: { operation: _, ...part }, operations }): Change => {
    const isDivided = parts.some(({ signature, kind }) => signature === part.signature && kind !== part.kind);
    const places = isDivided ? [`on ${operations.map(operationTitle).join(', ')}`] : [];
    const note = [...places, ...(part.note === undefined ? [] : [part.note])].join(': ');
    return { ...part, ...(note === '' ? {} : { note }), operations };
  });
}

function changed(kind: ChangeKind, failure: Failure, after: Side, note: string | undefined): Part {
  const { conditions: _, forms: __, rightForms: ___, accepted, expired: ____, ...shown } = failure;
  const isWarning = failure.level === 'advisory' && !after.failOnAdvisory;
  const excused: Part['excused'] = accepted !== undefined ? 'accepted' : isWarning ? 'warning' : undefined;
  return { kind, ...shown, ...definedOnly({ excused, note }) };
}

/** Returns who accepted a failure and until when, even if the acceptance has expired. */
function noteOf({ accepted, expired }: Failure): string | undefined {
  return accepted ?? (expired && `was accepted ${expired}`);
}

/** Returns a note if an earlier run did not test the requirement of a failure. */
function untestedBefore({ requirement }: Failure, before: Side): string | undefined {
  const result = before.results.get(requirement);
  if (result === undefined) return 'the earlier run did not check it';
  return isOpen(result.verdict) ? `${result.verdict} before` : undefined;
}

/** Returns why a failure that no longer occurs may not be fixed, or undefined if it is fixed. */
function whyNotFixed({ requirement, conditions }: Failure, after: Side): string | undefined {
  const result = after.results.get(requirement);
  if (result === undefined) return 'the later run did not check it';
  // If the requirement was judged only in part, the failure is fixed if that part includes what had failed.
  const isSent = result.tested > 0 && (conditions.bodies ?? conditions.forms) !== undefined;
  if (!wasTested(result.verdict) && !isSent) return skippedWords(result);
  const missing = whyImpossible(conditions, after.occurred);
  return missing && `passed, but ${missing}`;
}
