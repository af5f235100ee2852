import { type Exchange, isSuperseded } from '../exchange/exchange.ts';
import type { Plan } from '../spec/operations.ts';
import {
  createCounts,
  createErrorCodes,
  createFlaky,
  createLists,
  createSameAnswer,
  createUnread,
} from './answers.ts';
import { createBodies } from './bodies.ts';
import { createCreationCap } from './creation-cap.ts';
import { createAskedIds, createCreations } from './creations.ts';
import { createEnforcement } from './enforcement.ts';
import { createLimitSteady, createResetsReached } from './limits.ts';
import { createListHealth } from './list-health.ts';
import { createBan, createOutcomes } from './outcomes.ts';
import { createRecovery } from './recovery.ts';
import { createShedding, type Sent } from './shedding.ts';
import { createTimeline } from './timeline.ts';
import { createUsage } from './usage.ts';

/** What is known beside the exchanges. */
export interface Given {
  readonly base: URL;
  readonly plan?: Plan | undefined;
  /** The interface description of the service, where one was given. */
  readonly description?: unknown;
  /** Whether the text holds the key or a near miss of it, in any form. */
  readonly holdsKey: (text: string) => boolean;
  /** Why the limit was not proven, where it was not. */
  readonly proofLeftOut: () => string | undefined;
  /** A new category may take this long to show in the list (reading 6), in milliseconds. */
  readonly listingDelayMs: number;
  /** What all names of the run begin with. */
  readonly runMark: string;
  /** Start of the run, in ms of the monotonic clock. */
  readonly startedAt: number;
}

/**
 * All that is read from the exchanges of a run, live or recorded: the queue paces by it, checks and rules judge by it, and
 * the report tells it. Each reading is a fold over the exchanges whose state has a bound of its own, so that memory stays
 * flat however long a run is.
 */
export function createReadings(given: Given) {
  const ban = createBan();
  const shedding = createShedding();
  const ofAll = {
    counts: createCounts(),
    lists: createLists(),
    flaky: createFlaky(),
    unread: createUnread(),
    sameAnswer: createSameAnswer(),
    timeline: createTimeline(given.startedAt),
    usage: createUsage(),
    enforcement: createEnforcement(),
    creations: createCreations(given.runMark, given.listingDelayMs),
    listHealth: createListHealth(given.listingDelayMs),
    creationCap: createCreationCap(),
  };
  /** Of what decides nothing, for it is sent again, these are shown nothing. */
  const ofJudged = {
    outcomes: createOutcomes(ban),
    recovery: createRecovery(),
    limitSteady: createLimitSteady(),
    resetsReached: createResetsReached(),
    bodies: createBodies(),
    askedIds: createAskedIds(),
    errorCodes: createErrorCodes(),
  };
  const all = [ban, ...Object.values(ofAll)];
  const judged = Object.values(ofJudged);

  return {
    ...given,
    ...{ ban, shedding, ...ofAll, ...ofJudged },
    /** Shows an exchange to every reading: once, in the order in which they end. `sent` is how the request was sent. */
    see(exchange: Exchange, sent: Sent = { isRepeated: false, isPaced: false }): void {
      shedding.see(exchange, sent);
      for (const reading of all) reading.see(exchange);
      if (!isSuperseded(exchange)) for (const reading of judged) reading.see(exchange);
    },
  };
}

export type Readings = ReturnType<typeof createReadings>;
