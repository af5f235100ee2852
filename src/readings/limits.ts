import { type Exchange, hasResponse, statusOf } from '../exchange/exchange.ts';
import { hasKey, isNamedResponse } from '../exchange/picks.ts';
import { momentOf, quotaOf, wholeQuotaOf } from './quota.ts';

/**
 * A quarter of an hour, in seconds. Days end at local midnight, so a Reset on a quarter hour may belong to both the minute and
 * the day.
 */
const quarterOfAnHour = 900;
const maxLimits = 4;

/**
 * The 429s, the 401s, or the other responses to requests with the same credential and operation. The three groups are kept
 * apart, because a second limit may refuse first and show its own Limit.
 */
interface Series {
  /** When each Limit was shown, for each Reset. */
  readonly resets: Map<number, Map<number, { firstReadAt: number; lastSentAt: number }>>;
  changes: number;
}

/**
 * Decides whether responses with the same credential, operation and Reset show the same Limit (`headers.limit-steady`). 429s,
 * 401s and other responses are compared separately. A single change is allowed, because a plan may be upgraded during the run.
 */
export function createLimitSteady() {
  const all = new Map<string, Series>();
  /** The Limits shown for each credential and operation. */
  const limitsOf = new Map<string, Set<number>>();
  let tested = 0;
  let found: { exchange: Exchange; received: string; cause: string } | undefined;

  return {
    see(exchange: Exchange): void {
      if (!isNamedResponse(exchange) || found !== undefined) return;
      const { limit, reset } = quotaOf(exchange);
      if (limit === undefined || reset === undefined) return;
      tested++;
      const sender = `${exchange.request.operation} ${exchange.request.credential}`;
      const limits = (limitsOf.get(sender) ?? new Set()).add(limit);
      limitsOf.set(sender, limits);
      const status = statusOf(exchange) ?? 0;
      // If a request with the valid key returned 401, the server may have counted the request under the client's address.
      const key = `${sender} ${[401, 429].includes(status) ? status : 'others'}`;
      const series = all.get(key) ?? { resets: new Map(), changes: 0 };
      all.set(key, series);
      if (limits.size > maxLimits) {
        const received = `${limits.size} different Limits: ${[...limits].join(', ')}`;
        found = { exchange, received, cause: 'more than four Limits for one key and operation' };
      } else if (reset % quarterOfAnHour !== 0) {
        const unsteady = unsteadyLimits(series, exchange, limit, reset);
        if (unsteady === undefined) return;
        const received = unsteady.join(', then ');
        found = { exchange, received, cause: 'different Limits with the same Reset' };
      }
    },
    /** The number of compared responses, and the first one that shows a change of Limit. */
    decision: () => ({ tested, found }),
  };
}

/** Records the response; returns the Limits of its Reset if one upgrade cannot explain them. */
function unsteadyLimits(series: Series, { sentAt, readAt }: Exchange, limit: number, reset: number) {
  const limits = series.resets.get(reset) ?? new Map<number, { firstReadAt: number; lastSentAt: number }>();
  const known = limits.get(limit);
  if (known === undefined && limits.size > 0) series.changes++;
  const newest = {
    firstReadAt: Math.min(known?.firstReadAt ?? readAt, readAt),
    lastSentAt: Math.max(known?.lastSentAt ?? sentAt, sentAt),
  };
  limits.set(limit, newest);
  series.resets.set(reset, limits);
  const alternates = [...limits.values()].some(
    (one) => one !== newest && one.firstReadAt <= newest.lastSentAt && newest.firstReadAt <= one.lastSentAt,
  );
  return series.changes >= 2 || alternates ? [...limits.keys()] : undefined;
}

/** Reads Remaining after a Reset that passes during the run (`headers.reset-reached`). */
export function createResetsReached() {
  let before: { remaining: number; limit: number; reset: number } | undefined;
  let crossings = 0;
  let newest: { from: number; to: number; limit: number; isLimited: boolean } | undefined;
  return {
    see(exchange: Exchange): void {
      if (!hasResponse(exchange) || !hasKey(exchange)) return;
      const quota = exchange.request.operation === 'listCategories' ? wholeQuotaOf(exchange) : undefined;
      if (quota === undefined) return;
      const { limit, remaining } = quota;
      if (before?.limit === limit && momentOf(exchange).seconds >= before.reset) {
        crossings++;
        newest = { from: before.remaining, to: remaining, limit, isLimited: statusOf(exchange) === 429 };
      }
      before = quota;
    },
    /** The number of Resets that passed, and how Remaining changed at the newest of them. */
    crossed: () => ({ crossings, newest }),
  };
}
