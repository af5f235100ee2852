import { endOf } from '../checks/expectations.ts';
import type { CheckOrRule, Concluded, Conclusion, EveryResponse, Rule } from '../checks/vocabulary.ts';
import { type Exchange, isSuperseded } from '../exchange/exchange.ts';
import type { Occurrence } from '../exchange/finding.ts';
import { placeOf } from '../exchange/response.ts';
import type { Readings } from '../readings/readings.ts';
import { traitsOf } from '../spec/catalog.ts';
import { customReason, type Reason, reason } from '../spec/reasons.ts';
import { callReleased, noUserCode, type UserCode } from './check-code.ts';
import {
  addJudged,
  addOccurrence,
  addPassed,
  addPassedBy,
  addReason,
  addSeen,
  emptyTally,
  type LeftOut,
  type Tally,
  withdraw,
} from './tally.ts';

/** The maximum number of reported faults of the kit and of custom checks. */
const maxFaults = 20;

/** A rule about single responses, with the tally of its requirement. */
interface Single {
  readonly rule: EveryResponse;
  readonly tally: Tally;
}

/** The results so far, and the rules that add to them. */
interface Judging extends UserCode {
  readonly readings: Readings;
  readonly onFinding: (requirement: string) => void;
  readonly tallies: Map<string, Tally>;
  readonly kitFaults: string[];
  readonly checkFaults: Set<string>;
  readonly builtIn: readonly Single[];
  readonly custom: readonly Single[];
  readonly conclusions: readonly Conclusion[];
}

/**
 * Judges each exchange, and collects the results for each requirement. Sends nothing. Calls `onFinding` once for each new
 * cause of a requirement.
 */
export function createJudge(
  rules: readonly Rule[],
  readings: Readings,
  onFinding: (requirement: string) => void,
  userCode: UserCode = noUserCode,
) {
  const tallies = new Map<string, Tally>();
  const singles = rules
    .filter((rule): rule is EveryResponse => rule.kind === 'everyResponse')
    .map((rule) => ({ rule, tally: tallyOf(tallies, rule.requirement) }));
  const isOfFile = ({ rule }: Single) => userCode.fileOf(rule.requirement) !== undefined;
  const judging: Judging = {
    ...userCode,
    readings,
    onFinding,
    tallies,
    kitFaults: [],
    checkFaults: new Set(),
    builtIn: singles.filter((single) => !isOfFile(single)),
    custom: singles.filter(isOfFile),
    conclusions: rules.filter((rule): rule is Conclusion => rule.kind === 'conclusion'),
  };
  const tally = (requirement: string): Tally => tallyOf(tallies, requirement);
  return {
    /** Applies all rules to an exchange. */
    see: (exchange: Exchange): void => see(judging, exchange),
    /** Judges only the values of headers in an exchange that is otherwise not judged. */
    seeHeaderValues: (exchange: Exchange): void => seeHeaderValues(judging, exchange),
    /** Removes all results so far, because nothing was tested. */
    forget(): void {
      for (const one of tallies.values()) Object.assign(one, emptyTally());
    },
    /** Counts a check that passed, with its exchange if it has one. */
    met(requirement: string, exchange?: Exchange): void {
      if (exchange === undefined) tally(requirement).tested++;
      else addJudged(tally(requirement), exchange);
    },
    /**
     * Counts a finding. Throws if the finding has no words to show, which can happen only in code that TypeScript does not
     * check.
     */
    unmet: (occurrence: Occurrence, count?: number): void => unmet(judging, occurrence, count),
    /** Adds an observation about the requirement. It is shown if the requirement passes. */
    seen: (requirement: string, text: string): void => addSeen(tally(requirement), text),
    /** Sets a note that is shown even if the requirement passes. */
    note(requirement: string, note: string): void {
      tally(requirement).note = note;
    },
    /**
     * Records why a request for the requirement was not sent or not judged. `inPart` says whether the plan included the
     * request.
     */
    notTested: (requirement: string, why: Reason, leftOut: LeftOut = { inPart: true }): void =>
      addReason(tally(requirement), why, leftOut),
    /** Handles what a check, a probe or a rule threw: a finding, a reason why it cannot judge, or an error. */
    ended: (item: CheckOrRule, error: unknown, shown: Showing): void => ended(judging, item, error, shown),
    /** Adds an error in a check, a probe or a rule. Either the kit or the user's file that contains the code is to blame. */
    fault: (item: CheckOrRule, what: string): void => fault(judging, item, what),
    /** Adds an error in a user's cleanup code, which removes what the user's checks created. */
    cleanupFault: (error: unknown): void =>
      void judging.checkFaults.add(`a cleanup threw ${described(error)}`),
    /** Adds an error in the kit, which is never the target's fault. */
    kitFault: (where: string, error: unknown): void => addKitFault(judging, `${where}: ${described(error)}`),
    /**
     * Concludes the rules about the whole run. Called once. The rules use the readings of the run unless other readings are
     * passed.
     */
    end(concluding: Readings = readings): void {
      for (const rule of judging.conclusions) conclude(judging, rule, concluding);
    },
    tally,
    kitFaults: judging.kitFaults,
    /** Faults of custom checks. */
    get checkFaults(): readonly string[] {
      return [...judging.checkFaults];
    },
  };
}

type Showing = Pick<Occurrence, 'exchange' | 'instance'>;

function see(judging: Judging, exchange: Exchange): void {
  if (isSuperseded(exchange)) return;
  const { builtIn, custom, release } = judging;
  const place = placeOf(exchange);
  for (const single of builtIn) applyOwn(judging, single, exchange, place);
  if (custom.length > 0)
    callReleased(release, () => {
      for (const single of custom) apply(judging, single, exchange, place);
    });
}

/** Applies a rule of the kit, which may judge the operation under a different id. */
function applyOwn(judging: Judging, single: Single, exchange: Exchange, place: string): void {
  const { requirement: id } = single.rule;
  const requirement = judging.idFor(id, exchange.request.operation);
  if (requirement === id) apply(judging, single, exchange, place);
  else if (requirement !== undefined) {
    const rule = { ...single.rule, requirement };
    apply(judging, { rule, tally: tallyOf(judging.tallies, requirement) }, exchange, place);
  }
}

function apply(judging: Judging, { rule, tally }: Single, exchange: Exchange, place: string): void {
  try {
    if (!rule.on(exchange)) return;
    const seen = rule.judge(exchange, judging.readings);
    if (seen instanceof Promise) throw rejected(seen);
    if (typeof seen === 'string') addSeen(tally, seen);
    addJudged(tally, exchange, place);
  } catch (error) {
    ended(judging, rule, error, { exchange });
  }
}

function seeHeaderValues(judging: Judging, exchange: Exchange): void {
  for (const { rule } of [...judging.builtIn, ...judging.custom]) {
    try {
      if (traitsOf(rule.requirement).headerValue && rule.on(exchange)) rule.judge(exchange, judging.readings);
    } catch (error) {
      const end = endOf(error);
      if (end === undefined || 'unmet' in end) ended(judging, rule, error, { exchange });
    }
  }
}

function unmet({ tallies, onFinding }: Judging, occurrence: Occurrence, count = 1): void {
  const { expected, received, cause } = occurrence;
  if (![expected, received, cause].every((one) => typeof one === 'string' && one !== ''))
    throw new TypeError('a finding needs expected, received and cause, each a non-empty string');
  const tally = tallyOf(tallies, occurrence.requirement);
  const known = tally.causes.size;
  addOccurrence(tally, occurrence, count);
  if (tally.causes.size > known) onFinding(occurrence.requirement);
}

function ended(judging: Judging, item: CheckOrRule, error: unknown, shown: Showing): void {
  const { requirement } = item;
  const end = endOf(error);
  try {
    if (end === undefined) throw error;
    if ('unmet' in end) unmet(judging, { ...end.unmet, ...shown, requirement });
    else addReason(tallyOf(judging.tallies, requirement), end.notTested, { inPart: item.kind === 'check' });
  } catch (failure) {
    fault(judging, item, `threw ${described(failure)}`);
  }
}

function fault(judging: Judging, { requirement, title }: CheckOrRule, what: string): void {
  const { fileOf, checkFaults, tallies } = judging;
  const file = fileOf(requirement);
  const text = `${file === undefined ? '' : `${file}: `}${requirement} (${title}) ${what}`;
  if (file === undefined) {
    addKitFault(judging, text);
    return;
  }
  // A set, because the error may be the same for each response.
  if (checkFaults.size < maxFaults) checkFaults.add(text);
  addReason(tallyOf(tallies, requirement), reason('check-failed'), { inPart: true });
}

function addKitFault({ kitFaults }: Judging, text: string): void {
  if (kitFaults.length < maxFaults) kitFaults.push(text);
}

function conclude(judging: Judging, rule: Conclusion, readings: Readings): void {
  const { fileOf, release } = judging;
  const end = () => rule.conclude(readings);
  try {
    const isOfFile = fileOf(rule.requirement) !== undefined;
    addResult(judging, rule.requirement, isOfFile ? callReleased(release, end) : end());
  } catch (error) {
    ended(judging, rule, error, {});
  }
}

function addResult(judging: Judging, requirement: string, result: Concluded = {}): void {
  const { occurrences = [], alsoCorrect = [], inPart = [], reason: why, seen } = result;
  const shown = occurrences.reduce((sum, { count = 1 }) => sum + count, 0);
  const { tested = shown } = result;
  const tally = tallyOf(judging.tallies, requirement);
  if (result.supersedes) withdraw(tally, { findingsToo: shown > 0 });
  for (const { count, ...occurrence } of occurrences) unmet(judging, { ...occurrence, requirement }, count);
  tally.tested += Math.max(0, tested - shown);
  for (const one of alsoCorrect) {
    const [place, count, by] = typeof one === 'string' ? [one] : one;
    if (by === undefined) addPassed(tally, place, count);
    else addPassedBy(tally, by, place, count);
  }
  const reasonOfRule = typeof why === 'string' ? customReason(why) : why;
  if (reasonOfRule !== undefined && (tested === 0 || reasonOfRule.class === 'prevented'))
    addReason(tally, reasonOfRule, { inPart: false });
  for (const part of inPart) addReason(tally, part, { inPart: true });
  for (const text of [seen ?? []].flat()) if (text !== '') addSeen(tally, text);
}

function tallyOf(tallies: Map<string, Tally>, requirement: string): Tally {
  const known = tallies.get(requirement);
  if (known !== undefined) return known;
  const tally = emptyTally();
  tallies.set(requirement, tally);
  return tally;
}

/** Describes an error for a report: "TypeError: …". */
function described(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

/** Returns the error for an async rule, whose findings would be lost. */
function rejected(promise: Promise<unknown>): TypeError {
  promise.catch(() => {});
  return new TypeError('a rule must judge synchronously, but this one is async');
}

export type Judge = ReturnType<typeof createJudge>;
