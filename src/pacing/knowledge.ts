import { pauseAfter } from '../limiter/retry-after.ts';
import { type Exchange, type HeaderLine, statusOf } from '../model/exchange.ts';
import { type Allowance, createAllowance } from './allowance.ts';
import { type Backoff, createBackoff } from './backoff.ts';
import { type Creates, createCreates } from './creates.ts';
import { type Entry, isPlainList } from './entry.ts';
import { createHealth, type Health } from './health.ts';
import { createLimited, type Limited } from './limited.ts';
import type { QueueOptions } from './options.ts';
import type { Pauses } from './pauses.ts';
import { createProof, type Proof } from './proof.ts';
import { createQuotaEstimate, type QuotaEstimate, type Ticket } from './quota.ts';
import type { Stopped } from './stopped.ts';
import { createUnderWay, type UnderWay } from './under-way.ts';

/** All that is known of the target and of what was sent to it, by which the queue decides what goes next. */
export interface Knowledge {
  readonly underWay: UnderWay;
  readonly creates: Creates;
  readonly quota: QuotaEstimate;
  readonly limited: Limited;
  readonly backoff: Backoff;
  readonly proof: Proof;
  readonly health: Health;
  readonly allowance: Allowance;
  readonly counts: { readonly requests: number; readonly repeated: number };
  /** A request goes; what is handed back belongs to its answer. */
  sent(entry: Entry): Ticket;
  /** The head of a 429 was read: from now on nothing is sent, before its body is there. */
  refused(headers: readonly HeaderLine[]): void;
  /** A request that was to go did not. */
  heldBack(entry: Entry): void;
  /** What came of a request; `goesOnceMore` where that is no answer yet. Tells why that ends the run, where it does. */
  learn(entry: Entry, exchange: Exchange, ticket: Ticket, goesOnceMore: boolean): Stopped | undefined;
}

/** Knows nothing yet. */
export function createKnowledge(options: QueueOptions, pauses: Pauses): Knowledge {
  const { clock, random } = options;
  const counts = { requests: 0, repeated: 0 };
  const underWay = createUnderWay();
  const creates = createCreates(options, underWay);
  const quota = createQuotaEstimate(() => clock.monotonic());
  const limited = createLimited(random);
  const backoff = createBackoff(random, pauses.isTooLong);
  const proof = createProof(options.exhaust, {
    budget: () => options.maxRequests - counts.requests,
    quota: () => quota.left('listCategories'),
  });
  const health = createHealth();
  const allowance = createAllowance({ quota, proof, creates, underWay, ...options });

  return {
    ...{ underWay, creates, quota, limited, backoff, proof, health, allowance, counts },
    sent(entry) {
      counts.requests++;
      if (entry.attempt === 2) counts.repeated++;
      underWay.add(entry.request);
      creates.sent(entry);
      return quota.sent(entry.request.operation);
    },
    refused(headers) {
      allowance.oneAtATime();
      const inVain = limited.recovering() ? limited.inARow() + 1 : 0;
      limited.begin(pauseAfter(headers, clock.now(), inVain), clock.monotonic());
    },
    // The quota still counts it: less is taken to be left than is, until the pause is over and all of that is forgotten.
    heldBack(entry) {
      counts.requests--;
      if (entry.attempt === 2) counts.repeated--;
      underWay.remove(entry.request);
      creates.heldBack(entry);
    },
    learn(entry, exchange, ticket, goesOnceMore) {
      underWay.remove(exchange.request);
      quota.settled(exchange, ticket);
      proof.see(exchange, limited.recovering());
      if (limited.recovering() && isPlainList(exchange.request) && !goesOnceMore) {
        const again = statusOf(exchange) === 429;
        limited.recovered(again);
        if (!again) options.listen({ type: 'resumed' });
      }
      creates.see(exchange, entry);
      options.posts.see(exchange);
      backoff.see(exchange);
      allowance.see(exchange);
      return health.see(exchange);
    },
  };
}
