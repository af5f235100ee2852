import type { Concluded, Conclusion, Rule } from '../checks/built-in.ts';
import type { AddedChecks } from '../checks/custom-checks.ts';
import { NotTested, Unmet } from '../checks/expectations.ts';
import { blamed, CheckFault, StrayFault } from '../checks/faults.ts';
import type { EveryResponse, WholeRun } from '../checks/vocabulary.ts';
import type { Settings } from '../config/settings.ts';
import { type Exchange, isSuperseded } from '../exchange/exchange.ts';
import type { Fold, Occurrence } from '../exchange/finding.ts';
import { placeOf } from '../exchange/response.ts';
import { createReadings, type Readings } from '../readings/readings.ts';
import { type Stop, wasRefused } from '../readings/silence.ts';
import type { Recorder } from '../report/record/record.ts';
import { traitsOf } from '../spec/catalog.ts';
import { definedOnly } from '../text/defined-only.ts';
import { addOccurrence, addPassed, addReason, addSeen, emptyTally, type Tally, withdraw } from './tally.ts';

/** Caps the reported faults of a kind. */
const maxFaults = 20;

/** Creates the readings of a live or recorded run from its settings and its recorder. */
export function readingsOf(
  settings: Settings,
  { redact, runMark, startedAt }: Recorder,
  proofSkipped: () => string | undefined,
): Readings {
  return createReadings({
    ...{ runMark, startedAt, proofSkipped },
    base: new URL(settings.baseUrl),
    holdsKey: redact.holdsKey,
    plan: settings.plan,
    description: settings.description?.document,
    listingDelayMs: settings.listDelaySeconds * 1_000,
  });
}

/**
 * Judges each exchange, and collects the results for each requirement. Sends nothing. Calls `onFinding` once for each new
 * cause of a requirement.
 */
export function createJudge(
  rules: readonly Rule[],
  readings: Readings,
  onFinding: (requirement: string) => void,
) {
  const tallies = new Map<string, Tally>();
  const kitFaults: string[] = [];
  const checkFaults = new Set<string>();
  const singles: { readonly rule: EveryResponse; readonly tally: Tally }[] = [];
  const conclusions: Conclusion[] = [];
  const folds: { readonly rule: WholeRun; readonly fold: Fold }[] = [];
  for (const rule of rules) {
    if (rule.kind === 'everyResponse') singles.push({ rule, tally: tallyOf(rule.requirement) });
    else if (rule.kind === 'conclusion') conclusions.push(rule);
    else folds.push({ rule, fold: rule.start(readings) });
  }

  const judge = {
    /** Applies all rules to an exchange. */
    see(exchange: Exchange): void {
      if (isSuperseded(exchange)) return;
      const place = placeOf(exchange);
      for (const { rule, tally } of singles) {
        try {
          if (!rule.on(exchange)) continue;
          const seen = rule.judge(exchange, readings);
          if (typeof seen === 'string') addSeen(tally, seen);
          tally.tested++;
          addPassed(tally, place);
        } catch (error) {
          conclude(rule, error, exchange);
        }
      }
      for (const { rule, fold } of folds) {
        try {
          fold.step(exchange);
        } catch (error) {
          conclude(rule, error, exchange);
        }
      }
    },
    /** Reports wrong values of headers, and nothing else, of an exchange that is otherwise not judged. */
    seeHeaderValues(exchange: Exchange): void {
      for (const { rule } of singles) {
        try {
          if (traitsOf(rule.requirement).headerValue && rule.on(exchange)) rule.judge(exchange, readings);
        } catch (error) {
          if (!(error instanceof NotTested)) conclude(rule, error, exchange);
        }
      }
    },
    /** Removes all results so far, because nothing was tested. */
    forget(): void {
      for (const tally of tallies.values()) Object.assign(tally, emptyTally());
    },
    /** Counts a check that passed, with its exchange if it has one. */
    met(requirement: string, exchange?: Exchange): void {
      const tally = tallyOf(requirement);
      tally.tested++;
      if (exchange !== undefined) addPassed(tally, placeOf(exchange));
    },
    unmet(occurrence: Occurrence, count = 1): void {
      const tally = tallyOf(occurrence.requirement);
      tally.tested += count;
      const known = tally.causes.size;
      addOccurrence(tally, occurrence, count);
      // A refused connection may be withdrawn later.
      const isCertain = occurrence.exchange === undefined || !wasRefused(occurrence.exchange);
      if (tally.causes.size > known && isCertain) onFinding(occurrence.requirement);
    },
    /** Adds an observation about the requirement, which is shown with a pass. */
    seen: (requirement: string, text: string): void => addSeen(tallyOf(requirement), text),
    /** Sets a note that is shown even if the requirement passes. */
    note(requirement: string, note: string): void {
      tallyOf(requirement).note = note;
    },
    notTested: (requirement: string, reason: string): void => addReason(tallyOf(requirement), reason),
    /** Adds an error that is never the target's fault: of the kit, or of a custom check. */
    kitFault(where: string, error: unknown): void {
      if (error instanceof CheckFault) {
        checkFault(error);
        return;
      }
      const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      if (kitFaults.length < maxFaults) kitFaults.push(`${where}: ${what}`);
    },
    /** Ends the rules about the whole run, once. They use the readings of the run unless others are passed. */
    end(concluding: Readings = readings): void {
      const results = [
        ...conclusions.map((rule) => ({ rule, end: () => rule.conclude(concluding) })),
        ...folds.map(({ rule, fold }) => ({ rule, end: fold.end })),
      ];
      for (const { rule, end } of results) {
        try {
          addResult(rule.requirement, end());
        } catch (error) {
          conclude(rule, error);
        }
      }
    },
    /** Withdraws the findings that only show that the server had stopped, which is not about their requirements. */
    withdrawRefused({ since }: Stop): void {
      for (const tally of tallies.values())
        for (const [name, { exchange, count }] of tally.causes) {
          if (exchange === undefined || !wasRefused(exchange) || exchange.sentAt < since) continue;
          tally.causes.delete(name);
          tally.tested -= count;
          addReason(tally, 'the target stopped responding');
        }
    },
    /** Adds the fault that ended the run, if there was one. Returns true if there was: the run was then not interrupted. */
    hearStray(where: string, signal: AbortSignal | undefined, added: readonly AddedChecks[] = []): boolean {
      const stray = signal?.reason instanceof StrayFault ? signal.reason : undefined;
      if (stray !== undefined) judge.kitFault(where, blamed(stray, added));
      return stray !== undefined;
    },
    tally: tallyOf,
    kitFaults,
    /** Faults of custom checks. */
    get checkFaults(): readonly string[] {
      return [...checkFaults];
    },
  };
  return judge;

  /** Adds an error of a custom check, which may throw the same one for each response. */
  function checkFault({ requirement, message }: CheckFault): void {
    if (checkFaults.size < maxFaults) checkFaults.add(message);
    addReason(tallyOf(requirement), 'its custom check threw an error');
  }

  function tallyOf(requirement: string): Tally {
    const known = tallies.get(requirement);
    if (known !== undefined) return known;
    const tally = emptyTally();
    tallies.set(requirement, tally);
    return tally;
  }

  function addResult(requirement: string, result: Concluded = {}): void {
    const { occurrences = [], alsoCorrect = [], reason, seen } = result;
    const shown = occurrences.reduce((sum, { count = 1 }) => sum + count, 0);
    const { tested = shown } = result;
    const tally = tallyOf(requirement);
    if (result.supersedes) withdraw(tally, { findingsToo: shown > 0 });
    for (const { count, ...occurrence } of occurrences) judge.unmet({ requirement, ...occurrence }, count);
    tally.tested += Math.max(0, tested - shown);
    for (const one of alsoCorrect) {
      const [place, count] = typeof one === 'string' ? [one] : one;
      addPassed(tally, place, count);
    }
    if (tested === 0 && reason !== undefined) addReason(tally, reason);
    if (seen !== undefined && seen !== '') addSeen(tally, seen);
  }

  /** Handles what a rule threw: a finding, a reason why it cannot judge, or an error. */
  function conclude({ requirement, title }: Rule, error: unknown, exchange?: Exchange): void {
    if (error instanceof Unmet) judge.unmet({ requirement, ...error.mismatch, ...definedOnly({ exchange }) });
    else if (error instanceof NotTested) judge.notTested(requirement, error.message);
    else judge.kitFault(`rule ${requirement} (${title})`, error);
  }
}

export type Judge = ReturnType<typeof createJudge>;
