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

/** How many stretches were conclusive, in how many of them Remaining fell, and the newest response of one. */
interface Stretches {
  readonly deciding: number;
  readonly falling: number;
  readonly shown: Responded | undefined;
}

/** Stretches in which Remaining does not fall. */
type Still = Stretches & { readonly shown: Responded };

/** Responses with the same operation, Limit and Reset. */
interface Series {
  /** Whether these are lists that were served. */
  readonly isPlainList: boolean;
  /** The newest responses; the next stretch begins with one of them. */
  readonly points: Point[];
  /** End of the last stretch, in ms of the monotonic clock. The next one begins after it. */
  after: number;
  /** Window length in ms: the longest time to Reset in the series. */
  windowMs: number;
  count: number;
  /** The number of counted responses of the run when the first one was read. */
  readonly countedBefore: number;
  /** The highest Remaining, and whether a later response showed less. */
  highest: number;
  hasFallen: boolean;
  /** Whether enough counted requests lay between the first and the newest response for Remaining to fall. */
  shouldHaveFallen: boolean;
  stretches: Stretches;
}

/** The part of a response that is kept. */
interface Point {
  readonly sentAt: number;
  readonly readAt: number;
  readonly remaining: number;
}

/** What all series show together. */
interface Sums {
  /** Remaining falls in a series of plain lists, or in another series. */
  readonly listsFall: boolean;
  readonly othersFall: boolean;
  /** The first series of plain lists in which Remaining does not fall. */
  readonly still: Still | undefined;
  readonly lists: Stretches;
  readonly listsHaveFallen: boolean;
  readonly listsShouldHaveFallen: boolean;
}

/** Maximum number of series kept; the oldest are dropped. */
const seriesKept = 32;
/** If the newest 64 responses overlap so much that none begins a stretch, they are inconclusive. */
const pointsKept = 64;
const othersBetween = 10;
const couldBeRefilled = 11;
const noStretches: Stretches = { deciding: 0, falling: 0, shown: undefined };

/**
 * Decides whether Remaining falls as requests are sent. A stretch is two responses of one series (valid key, same operation,
 * Limit and Reset) with at least ten others sent and read between them. It is conclusive if Remaining fell by at least
 * half as many as there are responses in it, or if fewer than eleven requests could have been refilled.
 */
export function createUsage() {
  const series = new Map<string, Series>();
  /** The sums of dropped series. */
  let past: Sums = {
    listsFall: false,
    othersFall: false,
    still: undefined,
    lists: noStretches,
    listsHaveFallen: false,
    listsShouldHaveFallen: false,
  };
  const seen = { responses: 0, aged: 0, inOneSeries: 0 };

  return {
    see(exchange: Exchange): void {
      if (!hasResponse(exchange) || !hasKey(exchange) || !isNamed(exchange)) return;
      const { status } = exchange.outcome.response;
      if (status === 401 || status === 429) return;
      seen.responses++;
      if (isAged(exchange)) seen.aged++;
      const quota = isAged(exchange) ? undefined : wholeQuotaOf(exchange);
      if (quota === undefined) return;
      const known = seriesOf(exchange, quota);
      known.windowMs = Math.max(known.windowMs, secondsToReset(exchange, quota.reset) * 1000);
      seen.inOneSeries = Math.max(seen.inOneSeries, ++known.count);
      const between = seen.responses - known.countedBefore - 2;
      known.shouldHaveFallen ||= between > othersBetween;
      known.hasFallen ||= quota.remaining < known.highest;
      known.highest = Math.max(known.highest, quota.remaining);
      extend(known, exchange, quota);
      const [oldest] = series;
      if (oldest === undefined || series.size <= seriesKept) return;
      series.delete(oldest[0]);
      past = withSeries(past, oldest[1]);
    },
    decision(): UsageDecision {
      const sums = [...series.values()].reduce(withSeries, past);
      const { still, lists, listsFall, othersFall } = sums;
      if (still !== undefined) return { kind: 'unchanged', ...still };
      if (listsFall) return { kind: 'falls' };
      if (isStill(lists)) return { kind: 'unchanged', ...lists };
      const isSuspect = sums.listsShouldHaveFallen && !sums.listsHaveFallen;
      if (othersFall && !isSuspect) return { kind: 'falls' };
      return { kind: 'open', reason: isSuspect ? whyStill : whyOpen(seen) };
    },
  };

  /** Returns the series of a response, and makes it the most recently used one. */
  function seriesOf(
    exchange: Responded,
    { limit, remaining, reset }: Record<'limit' | 'remaining' | 'reset', number>,
  ) {
    const { operation } = exchange.request;
    const isPlainList = operation === 'listCategories' && exchange.outcome.response.status === 200;
    const key = `${operation} ${isPlainList} ${limit} ${reset}`;
    const known: Series = series.get(key) ?? {
      isPlainList,
      points: [],
      after: exchange.sentAt,
      windowMs: 0,
      count: 0,
      countedBefore: seen.responses - 1,
      highest: remaining,
      hasFallen: false,
      shouldHaveFallen: false,
      stretches: noStretches,
    };
    series.delete(key);
    series.set(key, known);
    return known;
  }
}

/** Adds a series. Remaining falls if it does in most stretches of one series. Only plain lists can prove that it does not. */
function withSeries(sums: Sums, { isPlainList, stretches, hasFallen, shouldHaveFallen }: Series): Sums {
  const { deciding, falling, shown } = stretches;
  const falls = falling * 2 > deciding;
  if (!isPlainList) return { ...sums, othersFall: sums.othersFall || falls };
  return {
    ...sums,
    listsFall: sums.listsFall || falls,
    still: sums.still ?? (isStill(stretches) ? stretches : undefined),
    lists: {
      deciding: sums.lists.deciding + deciding,
      falling: sums.lists.falling + falling,
      shown: shown ?? sums.lists.shown,
    },
    listsHaveFallen: sums.listsHaveFallen || hasFallen,
    listsShouldHaveFallen: sums.listsShouldHaveFallen || shouldHaveFallen,
  };
}

/** Checks whether Remaining does not fall in more than half of at least two stretches. */
function isStill(stretches: Stretches): stretches is Still {
  const { deciding, falling, shown } = stretches;
  return shown !== undefined && deciding >= 2 && (deciding - falling) * 2 > deciding;
}

const whyStill =
  'Remaining did not fall from one list to the next, but the lists are inconclusive: they are too few, or refilling may have hidden the fall';

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
  const inStretch = points.length - from + 1;
  points.splice(0, Math.max(from, points.length + 1 - pointsKept));
  points.push({ sentAt, readAt, remaining });
  if (begin === undefined) return;
  const refilled = 1 + Math.ceil((limit * (readAt - begin.sentAt)) / series.windowMs);
  const fall = begin.remaining - remaining;
  const isConclusive = fall * 2 >= inStretch || refilled < couldBeRefilled;
  // It cannot fall below 0. limit.enforced reports requests served after that.
  if (!isConclusive || begin.remaining === 0) return;
  const { deciding, falling } = series.stretches;
  series.stretches = { deciding: deciding + 1, falling: falling + (fall > 0 ? 1 : 0), shown: response };
  points.splice(0, points.length - 1);
  series.after = readAt;
}
