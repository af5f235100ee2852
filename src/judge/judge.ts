import { placeOf } from '../expect/answer.ts';
import { NotExercised, Unmet } from '../expect/unmet.ts';
import { CheckFault } from '../kit/check-fault.ts';
import type { Facts } from '../kit/facts.ts';
import type { EveryResponse, Rule, WholeRun } from '../kit/suite.ts';
import { type Exchange, isPassingFault, isShed } from '../model/exchange.ts';
import type { Fold, FoldResult, Occurrence } from '../model/finding.ts';
import { addKept, addOccurrence, addReason, emptyTally, type Tally, withdraw } from './tally.ts';

/** Hears every exchange and every check's end, and holds what is known of each requirement. Sends nothing. */
export interface Judge {
  /** Shows an exchange to all rules. */
  see(exchange: Exchange): void;
  /** A check met its expectation, or another exchange bore on the requirement; shown by the exchange, where one does. */
  met(requirement: string, exchange?: Exchange): void;
  unmet(occurrence: Occurrence): void;
  notExercised(requirement: string, reason: string): void;
  /** What is to be said of the requirement even where it passes. */
  note(requirement: string, note: string): void;
  /** Something broke that is never blamed on the target: the kit's own fault or, by its class, that of a check that was added. */
  kitFault(where: string, error: unknown): void;
  /** Ends the rules over the whole run; to be called once. */
  end(): void;
  tally(requirement: string): Tally;
  readonly kitFaults: readonly string[];
  /** Faults of checks that the user added. */
  readonly checkFaults: readonly string[];
}

/** So many faults of a kind are told. */
const mostFaults = 20;

/** `onFinding` hears of each new cause at a requirement, once. */
export function createJudge(
  rules: readonly Rule[],
  facts: Facts,
  onFinding: (requirement: string) => void,
): Judge {
  const tallies = new Map<string, Tally>();
  const kitFaults: string[] = [];
  const checkFaults = new Set<string>();
  const singles: { readonly rule: EveryResponse; readonly tally: Tally }[] = [];
  const folds: { readonly rule: WholeRun; readonly fold: Fold }[] = [];
  for (const rule of rules) {
    if (rule.kind === 'wholeRun') folds.push({ rule, fold: rule.start(facts) });
    else singles.push({ rule, tally: tallyOf(rule.requirement) });
  }

  const judge: Judge = {
    see(exchange) {
      if (isSuperseded(exchange)) return;
      const place = placeOf(exchange);
      // Some thirty rules for each answer of a run that may have a hundred thousand: nothing is made for a single one.
      for (const { rule, tally } of singles) {
        try {
          if (!rule.on(exchange)) continue;
          rule.judge(exchange, facts);
          tally.exercised++;
          addKept(tally, place);
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
    met(requirement, exchange) {
      const tally = tallyOf(requirement);
      tally.exercised++;
      if (exchange !== undefined) addKept(tally, placeOf(exchange));
    },
    unmet(occurrence) {
      const tally = tallyOf(occurrence.requirement);
      tally.exercised++;
      const known = tally.causes.size;
      addOccurrence(tally, occurrence);
      if (tally.causes.size > known) onFinding(occurrence.requirement);
    },
    note(requirement, note) {
      tallyOf(requirement).note = note;
    },
    notExercised: (requirement, reason) => addReason(tallyOf(requirement), reason),
    kitFault(where, error) {
      if (error instanceof CheckFault) return checkFault(error);
      const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      if (kitFaults.length < mostFaults) kitFaults.push(`${where}: ${what}`);
    },
    end() {
      for (const { rule, fold } of folds) {
        try {
          addResult(rule.requirement, fold.end());
        } catch (error) {
          conclude(rule, error);
        }
      }
    },
    tally: tallyOf,
    kitFaults,
    get checkFaults() {
      return [...checkFaults];
    },
  };
  return judge;

  /** A rule may break on each answer, in the same way each time. */
  function checkFault({ requirement, message }: CheckFault): void {
    if (checkFaults.size < mostFaults) checkFaults.add(message);
    addReason(tallyOf(requirement), 'what was to judge it broke by itself');
  }

  function tallyOf(requirement: string): Tally {
    const known = tallies.get(requirement);
    if (known !== undefined) return known;
    const tally = emptyTally();
    tallies.set(requirement, tally);
    return tally;
  }

  function addResult(requirement: string, result: FoldResult): void {
    const { exercised, occurrences, kept = [], reason, seen } = result;
    const tally = tallyOf(requirement);
    if (result.supersedes) withdraw(tally, { findingsToo: occurrences.length > 0 });
    for (const occurrence of occurrences) judge.unmet({ requirement, ...occurrence });
    tally.exercised += Math.max(0, exercised - occurrences.length);
    for (const one of kept) addKept(tally, one);
    if (exercised === 0 && reason !== undefined) addReason(tally, reason);
    if (seen !== undefined && seen !== '') tally.seen = seen;
  }

  /** What a rule threw: its finding, that it cannot judge this, or that it broke. */
  function conclude({ requirement, title }: Rule, error: unknown, exchange?: Exchange): void {
    if (error instanceof Unmet)
      judge.unmet({ requirement, ...error.mismatch, ...(exchange === undefined ? {} : { exchange }) });
    else if (error instanceof NotExercised) judge.notExercised(requirement, error.message);
    else judge.kitFault(`rule ${requirement} (${title})`, error);
  }
}

/**
 * A passing fault that was, or would have been, tried once more is not judged; nor is what a gateway answered while other
 * requests were in flight (reading 19), what an interruption cut, or what a proxy failed at.
 */
function isSuperseded(exchange: Exchange): boolean {
  const { outcome } = exchange;
  if (outcome.kind === 'fault' && ['aborted', 'proxy'].includes(outcome.fault.kind)) return true;
  if (exchange.concurrent > 1 && isShed(exchange)) return true;
  return exchange.attempt === 1 && isPassingFault(exchange) && !exchange.overLimit;
}
