import { isWithKey } from '../../exchange/credentials.ts';
import { type Exchange, type HttpRequest, isServed, isShed } from '../../exchange/exchange.ts';
import type { Readings } from '../../readings/readings.ts';

const leastGapMs = 250;
/** The longest gap, in ms. */
const longestGapMs = 4_000;
/**
 * The smallest and the largest factor by which a gap grows. Within these bounds, the gap becomes the interval at which this
 * kind of request was served since its previous refusal.
 */
const growth = { least: 1.5, most: 3 };
/**
 * After a gateway sheds requests, only this many requests have a gap before them, because sending one at a time may be enough.
 */
const requestsOfGap = 12;

/** A gap between requests. `left` is the number of requests that still have to wait for it. */
interface Gap {
  ms: number;
  left: number;
  /** When the newest request after the gap got a response, in ms of the monotonic clock. */
  newestAt: number;
}

/** The scope of a gap between all requests, because a gateway that sheds requests does not look at their kind. */
const every = 'every kind';

/**
 * Returns a name for the requests that a limiter probably counts together. A limiter counts requests without the key per client
 * address, regardless of the operation.
 */
function limitedTogether(request: HttpRequest): string {
  return isWithKey(request) ? request.operation : 'without the key';
}

export type Gaps = ReturnType<typeof createGaps>;

/**
 * Creates the gaps that follow refusals: between requests of the same kind if a limiter refused one of them, or between all
 * requests if a gateway shed some.
 */
export function createGaps() {
  const gaps = new Map<string, Gap>();
  /** How many requests of each kind were served since the newest refusal, or since the first request of the kind. */
  const served = new Map<string, { readonly since: number; count: number }>();

  let newestShedAt = Number.NEGATIVE_INFINITY;

  function widen(scope: string, intervalMs: number, left: number): void {
    const known = gaps.get(scope);
    const ms =
      known === undefined
        ? intervalMs
        : Math.max(known.ms * growth.least, Math.min(known.ms * growth.most, intervalMs));
    // A refusal despite the gap shows that the gap must stay.
    const stays = known !== undefined && known.left > 0;
    gaps.set(scope, {
      ms: Math.max(leastGapMs, Math.min(longestGapMs, ms)),
      left: stays ? Number.POSITIVE_INFINITY : left,
      newestAt: Number.NEGATIVE_INFINITY,
    });
  }
  const applying = (request: HttpRequest): readonly Gap[] =>
    [every, limitedTogether(request)]
      .flatMap((scope) => gaps.get(scope) ?? [])
      .filter(({ left }) => left > 0);

  return {
    /** Learns from an exchange that the readings have already seen. */
    see(
      exchange: Exchange,
      { refusals, failures, shedding }: Pick<Readings, 'refusals' | 'failures' | 'shedding'>,
    ): void {
      const kind = limitedTogether(exchange.request);
      const own = served.get(kind) ?? { since: exchange.sentAt, count: 0 };
      served.set(kind, own);
      if (isServed(exchange)) own.count++;
      for (const gap of applying(exchange.request))
        Object.assign(gap, { left: gap.left - 1, newestAt: exchange.readAt });
      if (refusals.isStray(exchange)) {
        widen(kind, (exchange.sentAt - own.since) / Math.max(1, own.count), Number.POSITIVE_INFINITY);
        served.set(kind, { since: exchange.readAt, count: 0 });
      }
      if (!isShed(exchange)) return;
      const isSameMoment = exchange.sentAt < newestShedAt;
      newestShedAt = exchange.readAt;
      // If the server itself refuses one kind of request, no gap helps.
      if (failures.isOwn(exchange.request)) gaps.delete(every);
      else if (shedding.oneAtATime() && !isSameMoment) widen(every, leastGapMs, requestsOfGap);
      Object.assign(gaps.get(every) ?? {}, { newestAt: exchange.readAt });
    },
    /** Returns the time until which a request must wait, in ms of the monotonic clock. */
    until: (request: HttpRequest): number =>
      applying(request).reduce(
        (latest, { ms, newestAt }) => Math.max(latest, newestAt + ms),
        Number.NEGATIVE_INFINITY,
      ),
    /** Returns the gap between requests of this kind that lasts until the end of the run, in ms; 0 if there is none. */
    lastingMs: (request: HttpRequest): number =>
      applying(request).reduce(
        (most, { ms, left }) => (Number.isFinite(left) ? most : Math.max(most, ms)),
        0,
      ),
  };
}
