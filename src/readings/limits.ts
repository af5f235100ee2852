import { type Exchange, isAnswer, statusOf } from '../exchange/exchange.ts';
import { hasKey } from '../exchange/picks.ts';
import { forgetFirst } from './bounded.ts';
import { momentOf, quotaOf } from './quota.ts';

/** Seconds: a Reset on a full quarter of an hour may be the minute's and the day's at once, for days end at local midnight. */
const quarterOfAnHour = 900;
const mostLimits = 4;

interface Shown {
  firstReadAt: number;
  lastSentAt: number;
}

interface Series {
  readonly limits: Set<number>;
  /** Per Reset, per Limit, when it was shown. Only the newest few Resets are kept: a run sees them in order. */
  readonly resets: Map<number, Map<number, Shown>>;
  changes: number;
}

const resetsKept = 16;

/**
 * Whether answers to one key and operation with the same Reset show the same Limit (headers.limit-steady). One
 * change from one number to another decides nothing, for a plan may be upgraded during the run.
 */
export function createLimitSteady() {
  const all = new Map<string, Series>();
  let exercised = 0;
  let found: { exchange: Exchange; received: string; cause: string } | undefined;

  return {
    see(exchange: Exchange): void {
      const { operation, presentation } = exchange.request;
      if (!isAnswer(exchange) || operation === 'elsewhere' || found !== undefined) return;
      const { limit, reset } = quotaOf(exchange);
      if (limit === undefined || reset === undefined) return;
      exercised++;
      const key = `${operation} ${presentation}`;
      const series = all.get(key) ?? { limits: new Set(), resets: new Map(), changes: 0 };
      all.set(key, series);
      series.limits.add(limit);
      if (series.limits.size > mostLimits) {
        const received = `${series.limits.size} different Limits: ${[...series.limits].join(', ')}`;
        found = { exchange, received, cause: 'one key and operation see more than four Limits' };
      } else if (reset % quarterOfAnHour !== 0 && goesBack(series, exchange, limit, reset)) {
        const shown = [...(series.resets.get(reset)?.keys() ?? [])].join(', ');
        found = {
          exchange,
          received: `Limits ${shown} with the same Reset`,
          cause: 'answers with one Reset show different Limits',
        };
      }
    },
    /** How many answers bore on it, and the first that shows that Limit changes, with what it shows. */
    decision: () => ({ exercised, found }),
  };
}

/** Notes the answer; true where the Limits of one Reset cannot be put down to one upgrade. */
function goesBack(series: Series, exchange: Exchange, limit: number, reset: number): boolean {
  const limits = series.resets.get(reset) ?? new Map<number, Shown>();
  const isNew = limits.size > 0 && !limits.has(limit);
  if (isNew) series.changes++;
  const { sentAt, readAt } = exchange;
  const known = limits.get(limit);
  if (known === undefined) limits.set(limit, { firstReadAt: readAt, lastSentAt: sentAt });
  else {
    known.firstReadAt = Math.min(known.firstReadAt, readAt);
    known.lastSentAt = Math.max(known.lastSentAt, sentAt);
  }
  series.resets.set(reset, limits);
  forgetFirst(series.resets, resetsKept);
  if (series.changes >= 2) return true;
  if (limits.size === 1) return false;
  const shown = [...limits.values()];
  return shown.some((one) =>
    shown.some(
      (other) => one !== other && one.firstReadAt <= other.lastSentAt && other.firstReadAt <= one.lastSentAt,
    ),
  );
}

/** What Remaining shows once a Reset has passed (headers.reset-reached): seen where a run crosses one, never waited for. */
export function createResetsReached() {
  let before: { remaining: number; limit: number; reset: number } | undefined;
  let crossings = 0;
  let newest: { from: number; to: number; limit: number; isLimited: boolean } | undefined;
  return {
    see(exchange: Exchange): void {
      if (!isAnswer(exchange) || !hasKey(exchange)) return;
      if (exchange.request.operation !== 'listCategories') return;
      const { limit, remaining, reset } = quotaOf(exchange);
      if (limit === undefined || remaining === undefined || reset === undefined) return;
      if (before?.limit === limit && momentOf(exchange).seconds >= before.reset) {
        crossings++;
        newest = { from: before.remaining, to: remaining, limit, isLimited: statusOf(exchange) === 429 };
      }
      before = { remaining, limit, reset };
    },
    /** How many Resets were crossed, and what Remaining did at the newest. */
    crossed: () => ({ crossings, newest }),
  };
}
