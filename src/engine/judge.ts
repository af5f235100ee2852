import { endOf } from '../checks/expectations.ts';
import type { CheckOrRule, Concluded, Conclusion, EveryResponse, Rule } from '../checks/vocabulary.ts';
import type { Settings } from '../config/settings.ts';
import { type Exchange, isSuperseded } from '../exchange/exchange.ts';
import type { Occurrence } from '../exchange/finding.ts';
import { placeOf } from '../exchange/response.ts';
import { createReadings, type Readings } from '../readings/readings.ts';
import { type Stop, wasRefused } from '../readings/silence.ts';
import type { Recorder } from '../report/record/record.ts';
import { traitsOf } from '../spec/catalog.ts';
import { callReleased, noUserCode, type UserCode } from './check-code.ts';
import { addOccurrence, addPassed, addReason, addSeen, emptyTally, type Tally, withdraw } from './tally.ts';

/** Caps the reported faults of a kind. */
const maxFaults = 20;

/** Creates the readings of a live or recorded run from its settings and its recorder. */
export function readingsOf(
  settings: Settings,
  { redact, runMark, startedAt }: Recorder,
  proofSkipped: () => string | undefined,
  keepsExchanges: boolean,
): Readings {
  return createReadings({
    ...{ runMark, startedAt, proofSkipped, keepsExchanges },
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
  { fileOf, release }: UserCode = noUserCode,
) {
  const tallies = new Map<string, Tally>();
  const kitFaults: string[] = [];
  const checkFaults = new Set<string>();
  const isOfFile = ({ requirement }: Rule) => fileOf(requirement) !== undefined;
  const singles = rules
    .filter((rule): rule is EveryResponse => rule.kind === 'everyResponse')
    .map((rule) => ({ rule, tally: tallyOf(rule.requirement) }));
  const builtIn = singles.filter(({ rule }) => !isOfFile(rule));
  const custom = singles.filter(({ rule }) => isOfFile(rule));
  const conclusions = rules.filter((rule): rule is Conclusion => rule.kind === 'conclusion');

  const judge = {
    /** Applies all rules to an exchange. */
    see(exchange: Exchange): void {
      if (isSuperseded(exchange)) return;
      const place = placeOf(exchange);
      for (const single of builtIn) apply(single, exchange, place);
      if (custom.length > 0)
        callReleased(release, () => {
          for (const single of custom) apply(single, exchange, place);
        });
    },
    /** Reports wrong values of headers, and nothing else, of an exchange that is otherwise not judged. */
    seeHeaderValues(exchange: Exchange): void {
      for (const { rule } of singles) {
        try {
          if (traitsOf(rule.requirement).headerValue && rule.on(exchange)) rule.judge(exchange, readings);
        } catch (error) {
          const end = endOf(error);
          if (end === undefined || 'unmet' in end) judge.ended(rule, error, { exchange });
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
    /** Counts a finding. Throws if it cannot be shown, which TypeScript prevents. */
    unmet(occurrence: Occurrence, count = 1): void {
      const { expected, received, cause } = occurrence;
      if (![expected, received, cause].every((one) => typeof one === 'string' && one !== ''))
        throw new TypeError('a finding needs expected, received and cause, each a string that is not empty');
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
    /** Handles what a check, a probe or a rule threw: a finding, a reason why it cannot judge, or an error. */
    ended(item: CheckOrRule, error: unknown, shown: Pick<Occurrence, 'exchange' | 'instance'>): void {
      const end = endOf(error);
      try {
        if (end === undefined) throw error;
        if ('unmet' in end) judge.unmet({ ...end.unmet, ...shown, requirement: item.requirement });
        else judge.notTested(item.requirement, end.notTested);
      } catch (failure) {
        judge.fault(item, `threw ${described(failure)}`);
      }
    },
    /** Adds an error of a check, a probe or a rule. It is the fault of the kit, or of the file that the code is from. */
    fault({ requirement, title }: CheckOrRule, what: string): void {
      const file = fileOf(requirement);
      const text = `${file === undefined ? '' : `${file}: `}${requirement} (${title}) ${what}`;
      if (file === undefined) {
        addKitFault(text);
        return;
      }
      // It may be the same for each response.
      if (checkFaults.size < maxFaults) checkFaults.add(text);
      addReason(tallyOf(requirement), 'its custom check failed');
    },
    /** Adds an error of the kit, which is never the target's fault. */
    kitFault: (where: string, error: unknown): void => addKitFault(`${where}: ${described(error)}`),
    /** Ends the rules about the whole run, once. They use the readings of the run unless others are passed. */
    end(concluding: Readings = readings): void {
      for (const rule of conclusions) {
        const end = () => rule.conclude(concluding);
        try {
          addResult(rule.requirement, isOfFile(rule) ? callReleased(release, end) : end());
        } catch (error) {
          judge.ended(rule, error, {});
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
    tally: tallyOf,
    kitFaults,
    /** Faults of custom checks. */
    get checkFaults(): readonly string[] {
      return [...checkFaults];
    },
  };
  return judge;

  function apply({ rule, tally }: (typeof singles)[number], exchange: Exchange, place: string): void {
    try {
      if (!rule.on(exchange)) return;
      const seen = rule.judge(exchange, readings);
      if (seen instanceof Promise) throw rejected(seen);
      if (typeof seen === 'string') addSeen(tally, seen);
      tally.tested++;
      addPassed(tally, place);
    } catch (error) {
      judge.ended(rule, error, { exchange });
    }
  }

  function addKitFault(text: string): void {
    if (kitFaults.length < maxFaults) kitFaults.push(text);
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
    for (const { count, ...occurrence } of occurrences) judge.unmet({ ...occurrence, requirement }, count);
    tally.tested += Math.max(0, tested - shown);
    for (const one of alsoCorrect) {
      const [place, count] = typeof one === 'string' ? [one] : one;
      addPassed(tally, place, count);
    }
    if (tested === 0 && reason !== undefined) addReason(tally, reason);
    if (seen !== undefined && seen !== '') addSeen(tally, seen);
  }
}

/** Describes an error for a report: "TypeError: …". */
function described(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

/** Returns the error of a rule that is async, because its findings would be lost. */
function rejected(promise: Promise<unknown>): TypeError {
  promise.catch(() => {});
  return new TypeError('a rule must judge synchronously, but this one is async');
}

export type Judge = ReturnType<typeof createJudge>;
