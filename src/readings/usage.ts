import { type Exchange, hasResponse, type Responded } from '../exchange/exchange.ts';
import { hasKey, isNamed } from '../exchange/picks.ts';
import { dependent, type Reason, reason } from '../spec/reasons.ts';
import { largest } from '../text/largest.ts';
import { isAged, secondsToReset, wholeQuotaOf } from './quota.ts';

export type UsageDecision =
  | { readonly kind: 'falls' }
  | {
      readonly kind: 'unchanged';
      readonly shown: Responded;
      readonly deciding: number;
      readonly falling: number;
    }
  | { readonly kind: 'open'; readonly reason: Reason };

/**
 * The number of conclusive comparisons, the number of those in which Remaining fell, and the newest response that was
 * compared.
 */
interface Comparisons {
  readonly deciding: number;
  readonly falling: number;
  readonly shown: Responded | undefined;
}

/** Responses with the same operation, Limit and Reset. */
interface Series {
  /** Whether the responses are lists that were served. */
  readonly isPlainList: boolean;
  /** The responses since the last comparison; the next comparison begins with one of them. */
  points: readonly Point[];
  /** The end of the last comparison, in ms of the monotonic clock. The next one begins later. */
  after: number;
  /** Window length in ms: the longest time to Reset in the series. */
  windowMs: number;
  count: number;
  /** How many counted responses the run had received before the first response of the series. */
  readonly countedBefore: number;
  /** The highest Remaining, and whether a later response showed less. */
  highest: number;
  hasFallen: boolean;
  /** Whether enough counted requests lay between the first and the newest response for Remaining to fall. */
  shouldHaveFallen: boolean;
  comparisons: Comparisons;
}

/** The part of a response that is kept. */
interface Point {
  readonly sentAt: number;
  readonly readAt: number;
  readonly remaining: number;
}

const othersBetween = 10;
const couldBeRefilled = 11;
const noComparisons: Comparisons = { deciding: 0, falling: 0, shown: undefined };

/**
 * Decides whether Remaining falls as requests are sent. It compares two responses of the same series (valid key, same
 * operation, Limit and Reset) if at least ten other requests were sent in between and their responses were read. The comparison
 * is conclusive if Remaining fell by at least half the number of these responses, or if fewer than eleven requests could have
 * been refilled.
 */
export function createUsage() {
  const series = new Map<string, Series>();
  const responses = { counted: 0, aged: 0 };

  return {
    see(exchange: Exchange): void {
      if (!hasResponse(exchange) || !hasKey(exchange) || !isNamed(exchange)) return;
      const { status } = exchange.outcome.response;
      if (status === 401 || status === 429) return;
      responses.counted++;
      if (isAged(exchange)) responses.aged++;
      const quota = isAged(exchange) ? undefined : wholeQuotaOf(exchange);
      if (quota === undefined) return;
      const { limit, remaining, reset } = quota;
      const { operation } = exchange.request;
      const isPlainList = operation === 'listCategories' && status === 200;
      const key = `${operation} ${isPlainList} ${limit} ${reset}`;
      const known = series.get(key) ?? newSeries(isPlainList, exchange.sentAt, remaining, responses.counted);
      series.set(key, known);
      known.count++;
      known.windowMs = Math.max(known.windowMs, secondsToReset(exchange, reset) * 1000);
      known.shouldHaveFallen ||= responses.counted - known.countedBefore - 2 > othersBetween;
      known.hasFallen ||= remaining < known.highest;
      known.highest = Math.max(known.highest, remaining);
      extend(known, exchange, quota);
    },
    decision: (): UsageDecision =>
      decide([...series.values()]) ?? { kind: 'open', reason: whyOpen([...series.values()], responses) },
  };
}

function newSeries(isPlainList: boolean, sentAt: number, remaining: number, counted: number): Series {
  return {
    isPlainList,
    points: [],
    after: sentAt,
    windowMs: 0,
    count: 0,
    countedBefore: counted - 1,
    highest: remaining,
    hasFallen: false,
    shouldHaveFallen: false,
    comparisons: noComparisons,
  };
}

/** Compares a response with an earlier one, if enough other responses came between them. */
function extend(
  series: Series,
  response: Responded,
  { limit, remaining }: { readonly limit: number; readonly remaining: number },
): void {
  const { sentAt, readAt } = response;
  if (sentAt < series.after) return;
  const points = [...series.points, { sentAt, readAt, remaining }];
  const from = startOfComparison(series.points, sentAt);
  const begin = series.points[from];
  series.points = points.slice(Math.max(0, from));
  if (begin === undefined) return;
  const compared = points.length - from;
  const refilled = 1 + Math.ceil((limit * (readAt - begin.sentAt)) / series.windowMs);
  const fall = begin.remaining - remaining;
  const isConclusive = fall * 2 >= compared || refilled < couldBeRefilled;
  // Remaining cannot fall below 0. limit.enforced reports requests that are served at Remaining 0.
  if (!isConclusive || begin.remaining === 0) return;
  const { deciding, falling } = series.comparisons;
  series.comparisons = { deciding: deciding + 1, falling: falling + (fall > 0 ? 1 : 0), shown: response };
  series.points = points.slice(-1);
  series.after = readAt;
}

/**
 * Returns the index of the newest response with which the response to a request sent at `sentAt` can be compared, or -1 if too
 * few responses lie between them. The newest one leaves the least time for a refill.
 */
function startOfComparison(points: readonly Point[], sentAt: number): number {
  const sentTimes = points.filter((one) => one.readAt <= sentAt).map((one) => one.sentAt);
  const newestFirst = sentTimes.sort((a, b) => b - a);
  const lastChance = newestFirst[othersBetween - 1] ?? Number.NEGATIVE_INFINITY;
  return points.findLastIndex(({ readAt }) => readAt <= lastChance);
}

/** Decides that Remaining falls if it does in most comparisons of one series. Only plain lists can prove that it does not. */
function decide(series: readonly Series[]): UsageDecision | undefined {
  const lists = series.filter(({ isPlainList }) => isPlainList).map(({ comparisons }) => comparisons);
  const still = lists.map(unchanged).find((one) => one !== undefined);
  if (still !== undefined) return still;
  if (lists.some(falls)) return { kind: 'falls' };
  const isFalling = series.some(({ comparisons }) => falls(comparisons)) && !areListsSuspect(series);
  return isFalling ? { kind: 'falls' } : undefined;
}

/** Checks whether Remaining should have fallen from one list to the next, but did not. */
function areListsSuspect(series: readonly Series[]): boolean {
  const lists = series.filter(({ isPlainList }) => isPlainList);
  return lists.some((one) => one.shouldHaveFallen) && !lists.some((one) => one.hasFallen);
}

function falls({ deciding, falling }: Comparisons): boolean {
  return falling * 2 > deciding;
}

/** Returns a decision if, in more than half of at least two comparisons, Remaining did not fall. */
function unchanged({ deciding, falling, shown }: Comparisons): UsageDecision | undefined {
  if (shown === undefined || deciding < 2 || (deciding - falling) * 2 <= deciding) return undefined;
  return { kind: 'unchanged', shown, deciding, falling };
}

/** Explains why usage cannot be decided. */
function whyOpen(series: readonly Series[], { counted, aged }: { counted: number; aged: number }): Reason {
  const needed = othersBetween + 2;
  const most = largest(
    0,
    series.map(({ count }) => count),
  );
  const hidden = 'refilling may have hidden the fall';
  if (areListsSuspect(series))
    return reason(
      'usage-unclear',
      `Remaining did not fall from one list to the next, but the lists are inconclusive: there are too few of them, or ${hidden}`,
    );
  if (most >= needed)
    return reason(
      'usage-unclear',
      `${most} requests in one window are inconclusive: too few were sequential, or ${hidden}`,
    );
  if (counted < needed) return reason('too-few-requests', 'too few requests in one window');
  if (most > 0)
    return reason(
      'too-few-requests',
      `at most ${most} of ${counted} requests had the same operation, Limit and Reset; ${needed} are needed`,
    );
  return aged === counted ? reason('cached') : dependent;
}
