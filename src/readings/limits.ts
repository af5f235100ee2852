import { type Exchange, hasResponse, statusOf } from '../exchange/exchange.ts';
import { hasKey, isNamedResponse } from '../exchange/picks.ts';
import { forgetFirst } from './bounds.ts';
import { momentOf, quotaOf, wholeQuotaOf } from './quota.ts';

/** Seconds: a Reset on a full quarter of an hour may be the minute's and the day's at once, as days end at local midnight. */
const quarterOfAnHour = 900;
const mostLimits = 4;
/** A run sees the Resets in order. */
const resetsKept = 16;

/** The responses of one key and operation. */
interface Series {
  readonly limits: Set<number>;
  /** For each Reset, when each Limit was shown. */
  readonly resets: Map<number, Map<number, { firstReadAt: number; lastSentAt: number }>>;
  changes: number;
}

/**
 * Decides whether responses to one key and operation with the same Reset show the same Limit (`headers.limit-steady`). One
 * change from one number to another decides nothing: a plan may be upgraded during the run.
 */
export function createLimitSteady() {
  const all = new Map<string, Series>();
  let tested = 0;
  let found: { exchange: Exchange; received: string; cause: string } | undefined;

  return {
    see(exchange: Exchange): void {
      if (!isNamedResponse(exchange) || found !== undefined) return;
      const { limit, reset } = quotaOf(exchange);
      if (limit === undefined || reset === undefined) return;
      tested++;
      const key = `${exchange.request.operation} ${exchange.request.credential}`;
      const series = all.get(key) ?? { limits: new Set(), resets: new Map(), changes: 0 };
      all.set(key, series);
      series.limits.add(limit);
      if (series.limits.size > mostLimits) {
        const received = `${series.limits.size} different Limits: ${[...series.limits].join(', ')}`;
        found = { exchange, received, cause: 'one key and operation see more than four Limits' };
      } else if (reset % quarterOfAnHour !== 0 && isUnsteady(series, exchange, limit, reset)) {
        const shown = [...(series.resets.get(reset)?.keys() ?? [])].join(', ');
        found = {
          exchange,
          received: `Limits ${shown} with the same Reset`,
          cause: 'answers with one Reset show different Limits',
        };
      }
    },
    /** How many responses were compared, and the first that shows that Limit changes. */
    decision: () => ({ tested, found }),
  };
}

/** Notes the response; true where one upgrade does not explain the Limits of one Reset. */
function isUnsteady(series: Series, { sentAt, readAt }: Exchange, limit: number, reset: number): boolean {
  const limits = series.resets.get(reset) ?? new Map<number, { firstReadAt: number; lastSentAt: number }>();
  const known = limits.get(limit);
  if (known === undefined && limits.size > 0) series.changes++;
  limits.set(limit, {
    firstReadAt: Math.min(known?.firstReadAt ?? readAt, readAt),
    lastSentAt: Math.max(known?.lastSentAt ?? sentAt, sentAt),
  });
  series.resets.set(reset, limits);
  forgetFirst(series.resets, resetsKept);
  if (series.changes >= 2) return true;
  const shown = [...limits.values()];
  return shown.some((one) =>
    shown.some(
      (other) => one !== other && one.firstReadAt <= other.lastSentAt && other.firstReadAt <= one.lastSentAt,
    ),
  );
}

/** Reads what Remaining shows once a Reset has passed (`headers.reset-reached`), where a run crosses one. */
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
    /** How many Resets were crossed, and how Remaining changed at the newest. */
    crossed: () => ({ crossings, newest }),
  };
}
