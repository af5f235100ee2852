import { type Exchange, hasResponse, type Responded } from '../exchange/exchange.ts';
import { hasKey, isNamed } from '../exchange/picks.ts';
import { isAged, secondsToReset, wholeQuotaOf } from './quota.ts';

export type UsageDecision =
  | { readonly kind: 'falls' }
  | {
      readonly kind: 'unchanged';
      readonly shown: Responded;
      readonly deciding: number;
      readonly falling: number;
    }
  | { readonly kind: 'open'; readonly reason: string };

/** Responses with the same operation, Limit and Reset. */
interface Series {
  readonly plainList: boolean;
  /** The newest responses; the next stretch begins with one of them. */
  readonly points: Point[];
  /** End of the last stretch, in ms of the monotonic clock. The next one begins after it. */
  after: number;
  /** Window length in ms: the longest time to Reset in the series. */
  windowMs: number;
  count: number;
  /** The number of conclusive stretches, and of those in which Remaining fell. */
  deciding: number;
  falling: number;
  /** The response at the end of the newest conclusive stretch. */
  last?: Responded;
}

/** The part of a response that is kept. */
interface Point {
  readonly sentAt: number;
  readonly readAt: number;
  readonly remaining: number;
}

/** Maximum number of series kept; the oldest are dropped. */
const seriesKept = 32;
/** If the newest 64 responses overlap so much that none begins a stretch, they are inconclusive. */
const pointsKept = 64;
const othersBetween = 10;
const couldBeRefilled = 11;

/**
 * Decides whether Remaining falls as requests are sent. A stretch is two responses of one series (valid key,
 * same operation, Limit and Reset) with at least ten others sent and read between them. It is conclusive only if fewer
 * than eleven requests could have been refilled.
 */
export function createUsage() {
  const series = new Map<string, Series>();
  /** The sums of dropped series. */
  let past = { falls: false, deciding: 0, falling: 0, shown: undefined as Responded | undefined };
  const seen = { responses: 0, aged: 0, inOneSeries: 0 };

  return {
    see(exchange: Exchange): void {
      if (!hasResponse(exchange) || !hasKey(exchange) || !isNamed(exchange)) return;
      const { status } = exchange.outcome.response;
      const { operation } = exchange.request;
      if (status === 401 || status === 429) return;
      seen.responses++;
      if (isAged(exchange)) seen.aged++;
      const quota = isAged(exchange) ? undefined : wholeQuotaOf(exchange);
      if (quota === undefined) return;
      const plainList = operation === 'listCategories' && status === 200;
      const key = `${operation} ${plainList} ${quota.limit} ${quota.reset}`;
      const known: Series = series.get(key) ?? {
        ...{ plainList, points: [], after: exchange.sentAt },
        ...{ windowMs: 0, count: 0, deciding: 0, falling: 0 },
      };
      // Moved to the end, so that the first series is the least recently used.
      series.delete(key);
      series.set(key, known);
      known.windowMs = Math.max(known.windowMs, secondsToReset(exchange, quota.reset) * 1000);
      seen.inOneSeries = Math.max(seen.inOneSeries, ++known.count);
      extend(known, exchange, quota);
      const [oldest] = series;
      if (oldest === undefined || series.size <= seriesKept) return;
      series.delete(oldest[0]);
      past = withSeries(past, oldest[1]);
    },
    decision(): UsageDecision {
      const { falls, deciding, falling, shown } = [...series.values()].reduce(withSeries, past);
      if (falls) return { kind: 'falls' };
      if (deciding >= 2 && (deciding - falling) * 2 > deciding && shown !== undefined)
        return { kind: 'unchanged', shown, deciding, falling };
      return { kind: 'open', reason: whyOpen(seen) };
    },
  };

  /** Remaining falls if it does in most stretches of one series. Only plain lists can prove that it does not. */
  function withSeries(sums: typeof past, { plainList, deciding, falling, last }: Series): typeof past {
    const falls = sums.falls || falling * 2 > deciding;
    if (!plainList) return { ...sums, falls };
    return {
      falls,
      deciding: sums.deciding + deciding,
      falling: sums.falling + falling,
      shown: last ?? sums.shown,
    };
  }
}

/** Explains why usage cannot be decided. */
function whyOpen({ responses, aged, inOneSeries }: { responses: number; aged: number; inOneSeries: number }) {
  const needed = othersBetween + 2;
  if (inOneSeries >= needed)
    return `${inOneSeries} requests in one window are inconclusive: too few were sequential, or refilling may have hidden the fall`;
  if (responses < needed) return 'too few requests in one window';
  if (inOneSeries > 0)
    return `at most ${inOneSeries} of ${responses} requests shared operation, Limit and Reset; ${needed} are needed`;
  return aged === responses
    ? 'every response came from a cache (has Age)'
    : 'no response had valid Limit, Remaining and Reset together';
}

function extend(
  series: Series,
  response: Responded,
  { limit, remaining }: { limit: number; remaining: number },
) {
  const { sentAt, readAt } = response;
  if (sentAt < series.after) return;
  const { points } = series;
  // How many requests were both sent and read between the two ends of a stretch.
  const between = (begin: Point): number =>
    points.filter((one) => one.sentAt >= begin.readAt && one.readAt <= sentAt).length;
  // The shortest stretch that ends here leaves the least time for a refill.
  const from =
    points.length > othersBetween ? points.findLastIndex((begin) => between(begin) >= othersBetween) : -1;
  const begin = points[from];
  points.splice(0, Math.max(from, points.length + 1 - pointsKept));
  points.push({ sentAt, readAt, remaining });
  if (begin === undefined) return;
  const refilled = 1 + Math.ceil((limit * (readAt - begin.sentAt)) / series.windowMs);
  // It cannot fall below 0. limit.enforced reports requests served after that.
  if (refilled >= couldBeRefilled || begin.remaining === 0) return;
  series.deciding++;
  if (remaining < begin.remaining) series.falling++;
  series.last = response;
  points.splice(0, points.length - 1);
  series.after = readAt;
}
