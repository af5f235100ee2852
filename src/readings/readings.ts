import { type Exchange, isServed, isSuperseded } from '../exchange/exchange.ts';
import { isOfAdded, isPost } from '../exchange/picks.ts';
import { isObject, type JsonValue } from '../json/read.ts';
import type { Leftover } from '../report/model/report.ts';
import type { Plan } from '../spec/operations.ts';
import type { Reason } from '../spec/reasons.ts';
import { createEnforcement } from './enforcement.ts';
import { createEveryOperation } from './every-operation.ts';
import { createFailures } from './failures.ts';
import { createLeftovers, missingFrom } from './leftovers.ts';
import { createLimitSteady, createResetsReached } from './limits.ts';
import { createAskedIds, createListed } from './listed.ts';
import {
  createEarlierRuns,
  createMarkFinder,
  createSentTexts,
  createWronglyAccepted,
  elementsIn,
} from './origins.ts';
import { createBan, createBodies, createErrorCodes, createOutcomes, createSentForms } from './outcomes.ts';
import { createCreationCap, createListHealth } from './post-stops.ts';
import { createRecovery } from './recovery.ts';
import { createRefusals } from './refusals.ts';
import { createCounts, createLists, createSameResponse, createUnread } from './responses.ts';
import { createShedding, type Sent } from './shedding.ts';
import { createSilence } from './silence.ts';
import { createTimeline } from './timeline.ts';
import { createUsage } from './usage.ts';

/** What readings need besides the exchanges. */
export interface ReadingsContext {
  readonly base: URL;
  readonly plan?: Plan | undefined;
  /** The server's OpenAPI description, if given. */
  readonly description?: unknown;
  /** Whether a string contains the key or a near miss of it, in any form. */
  readonly holdsKey: (text: string) => boolean;
  /** Why the limit was not proven, if it was not. */
  readonly proofSkipped: () => Reason | undefined;
  /** Why no POST was sent together with the GET beyond the limit, if an option or the target forbade it. */
  readonly postLeftOut: () => Reason | undefined;
  /** How long a new category may take to appear in the list, in milliseconds. */
  readonly listingDelayMs: number;
  /** The prefix of all names of the run, for which lists are searched. */
  readonly runMark: string;
  /** Start of the run, in ms of the monotonic clock. */
  readonly startedAt: number;
  /** Whether to keep all exchanges, for custom checks. */
  readonly keepsExchanges?: boolean;
}

/** Tracks what the run created, and what lists show of it. */
export function createCreations(runMark: string, listingDelayMs: number) {
  const marksIn = createMarkFinder(runMark);
  const texts = createSentTexts();
  const wronglyAccepted = createWronglyAccepted(marksIn);
  const leftovers = createLeftovers(runMark, marksIn);
  const listed = createListed(runMark, listingDelayMs, wronglyAccepted);
  const earlier = createEarlierRuns(runMark);
  const gone = new Set<Leftover>();
  let lastCreation: number | undefined;

  /**
   * After a loss, remembers which leftovers the list no longer shows. If a later list shows that nothing was lost, forgets
   * them.
   */
  function seeLoss(list: Exchange, lostBefore: number): void {
    if (listed.lost() < lostBefore) gone.clear();
    if (listed.lost() <= lostBefore) return;
    for (const one of missingFrom(elementsIn(list) ?? [], leftovers.leftovers())) gone.add(one);
  }

  return {
    ...listed,
    ...leftovers,
    /** What this run left on the target, without lost categories, because the target may assign their ids again. */
    leftovers: (): readonly Leftover[] => leftovers.leftovers().filter((one) => !gone.has(one)),
    /** How many of this run's leftovers the target lost. */
    lost: (): number => gone.size,
    isConsequence: wronglyAccepted.isConsequence,
    leftByEarlierRuns: earlier.left,
    isOfEarlierRun: earlier.isOne,
    senderOf: texts.senderOf,
    see(exchange: Exchange): void {
      const lostBefore = listed.lost();
      for (const reading of [texts, wronglyAccepted, leftovers, listed, earlier]) reading.see(exchange);
      seeLoss(exchange, lostBefore);
      if (isPost(exchange) && isServed(exchange)) lastCreation = exchange.readAt;
    },
    /** Whether a list element has a name of this run, or the id of one of its creations. */
    isOfThisRun(element: JsonValue): boolean {
      const id = isObject(element) ? element['id'] : undefined;
      return (typeof id === 'bigint' && listed.isGiven(id)) || marksIn(element).size > 0;
    },
    /** When the newest 2xx to a POST was read, in ms of the monotonic clock. */
    lastCreation: (): number | undefined => lastCreation,
  };
}

export type Creations = ReturnType<typeof createCreations>;

/** Creates all readings of a run. Pacing, checks, rules and the report use them. */
export function createReadings(given: ReadingsContext) {
  const ban = createBan();
  const shedding = createShedding();
  const refusals = createRefusals();
  const failures = createFailures();
  const ofAll = {
    counts: createCounts(),
    silence: createSilence(),
    timeline: createTimeline(given.startedAt),
    everyOperation: createEveryOperation(),
  };
  /** These readings skip operations that custom checks add, which must not change what is known about other operations. */
  const ofOthers = {
    lists: createLists(),
    unread: createUnread(),
    sameResponse: createSameResponse(),
    usage: createUsage(),
    enforcement: createEnforcement(),
    creations: createCreations(given.runMark, given.listingDelayMs),
    listHealth: createListHealth(given.listingDelayMs),
    creationCap: createCreationCap(),
  };
  /** These readings skip exchanges that are retried. */
  const ofJudged = {
    recovery: createRecovery(),
    bodies: createBodies(given.runMark),
    sentForms: createSentForms(),
  };
  /** These readings skip both operations of custom checks and exchanges that are retried. */
  const ofJudgedOthers = {
    outcomes: createOutcomes(ban),
    limitSteady: createLimitSteady(),
    resetsReached: createResetsReached(),
    askedIds: createAskedIds(),
    errorCodes: createErrorCodes(),
  };
  const exchanges: Exchange[] = [];

  return {
    ...given,
    /** The exchanges that count, in order of completion, if they are kept. */
    exchanges: exchanges as readonly Exchange[],
    ban,
    shedding,
    refusals,
    failures,
    ...ofAll,
    ...ofOthers,
    ...ofJudged,
    ...ofJudgedOthers,
    /** Passes an exchange to all readings. Called once for each exchange, in the order of completion. */
    see(exchange: Exchange, sent: Sent = { isRepeated: false, isRecovery: false }): void {
      const isProven = () => ofOthers.enforcement.decision().kind === 'proven';
      const isOther = !isOfAdded(exchange);
      const wasProven = isProven();
      shedding.see(exchange, sent);
      failures.see(exchange, sent);
      ban.see(exchange);
      for (const reading of Object.values(isOther ? { ...ofAll, ...ofOthers } : ofAll)) reading.see(exchange);
      const isProof = !wasProven && isProven();
      const isExpected = isProof || sent.isRecovery || exchange.overLimit;
      refusals.see(exchange, { isExpected });
      if (isSuperseded(exchange)) return;
      for (const reading of Object.values(isOther ? { ...ofJudged, ...ofJudgedOthers } : ofJudged))
        reading.see(exchange);
      if (given.keepsExchanges) exchanges.push(exchange);
    },
  };
}

export type Readings = ReturnType<typeof createReadings>;
