import { type Exchange, hasResponse, type Responded } from '../exchange/exchange.ts';
import { hasKey, isNamed } from '../exchange/picks.ts';
import { isAged, secondsToReset, wholeQuotaOf } from './quota.ts';

export type UsageDecision =
  | { readonly kind: 'falls' }
  | {
      readonly kind: 'stands still';
      readonly shown: Responded;
      readonly deciding: number;
      readonly falling: number;
    }
  /** `reason` says why it cannot be decided. */
  | { readonly kind: 'open'; readonly reason: string };

/** Responses of one operation, Limit and Reset. */
interface Series {
  readonly plainList: boolean;
  /** The newest responses, one of which begins the next stretch. */
  readonly points: Point[];
  /** A request sent before the last stretch ended belongs to no other; in ms of the monotonic clock. */
  after: number;
  /** The largest time to Reset seen in the series: W, in milliseconds. */
  windowMs: number;
  count: number;
  /** Stretches that decide, and those of them in which Remaining fell. */
  deciding: number;
  falling: number;
  /** The response that ended the newest of them. */
  last?: Responded;
}

/** What is kept of a response, which may be large. */
interface Point {
  readonly sentAt: number;
  readonly readAt: number;
  readonly remaining: number;
}

/** The most series kept at a time, those seen last. */
const seriesKept = 32;
/** Responses that overlap so much that none of the newest 64 begins a stretch decide nothing. */
const pointsKept = 64;
const othersBetween = 10;
const couldHaveComeBack = 11;

/**
 * Decides whether Remaining falls as requests are made (reading 3). A stretch is two responses of one series (the valid
 * key, same operation, Limit and Reset) with at least ten others sent and read between them. It decides only if fewer
 * than eleven requests could have come back in the meantime.
 */
export function createUsage() {
  const series = new Map<string, Series>();
  /** What dropped series decided: memory stays flat over long runs. */
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
      // Put last: the series that was not seen for longest comes first.
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
        return { kind: 'stands still', shown, deciding, falling };
      return { kind: 'open', reason: whyOpen(seen) };
    },
  };

  /** Falls if most of the deciding stretches of one series fall; only plain lists can show that Remaining stands still. */
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

/** Why the usage cannot be decided. */
function whyOpen({ responses, aged, inOneSeries }: { responses: number; aged: number; inOneSeries: number }) {
  const needed = othersBetween + 2;
  if (inOneSeries >= needed)
    return `${inOneSeries} requests of one window do not tell: too few came one after the other, or so much may have come back that Remaining need not fall`;
  if (responses < needed) return 'too few requests in one window to tell';
  if (inOneSeries > 0)
    return `of ${responses} requests at most ${inOneSeries} of one operation shared a Limit and a Reset, and ${needed} are needed`;
  return aged === responses
    ? 'every response came from a cache (it carries Age)'
    : 'no response carried a usable Limit, Remaining and Reset together, so that its window is not known';
}

function extend(
  series: Series,
  response: Responded,
  { limit, remaining }: { limit: number; remaining: number },
) {
  const { sentAt, readAt } = response;
  if (sentAt < series.after) return;
  const { points } = series;
  // How many requests were sent once the first of a stretch had been read, and read before its last one was sent.
  const between = (begin: Point): number =>
    points.filter((one) => one.sentAt >= begin.readAt && one.readAt <= sentAt).length;
  // The shortest stretch that ends here: the less time it takes, the fewer requests could have come back in it.
  const from =
    points.length > othersBetween ? points.findLastIndex((begin) => between(begin) >= othersBetween) : -1;
  const begin = points[from];
  points.splice(0, Math.max(from, points.length + 1 - pointsKept));
  points.push({ sentAt, readAt, remaining });
  if (begin === undefined) return;
  const back = 1 + Math.ceil((limit * (readAt - begin.sentAt)) / series.windowMs);
  // From 0 it cannot fall: that more is served is for limit.enforced to report.
  if (back >= couldHaveComeBack || begin.remaining === 0) return;
  series.deciding++;
  if (remaining < begin.remaining) series.falling++;
  series.last = response;
  points.splice(0, points.length - 1);
  series.after = readAt;
}
