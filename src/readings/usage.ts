import { type Answer, type Exchange, isAnswer } from '../exchange/exchange.ts';
import { isAged, quotaOf, secondsToReset } from './quota.ts';

export type UsageDecision =
  | { readonly kind: 'falls' }
  | {
      readonly kind: 'stands still';
      readonly shown: Answer;
      readonly deciding: number;
      readonly falling: number;
    }
  /** `reason` says what kept it from being told. */
  | { readonly kind: 'open'; readonly reason: string };

interface Series {
  readonly plainList: boolean;
  /** The newest answers, of which one begins the next stretch. */
  readonly points: Point[];
  /** What was sent before the last stretch ended belongs to no other; in ms of the monotonic clock. */
  after: number;
  /** The largest time to Reset seen in the series: W, in milliseconds. */
  windowMs: number;
  /** Its answers so far. */
  count: number;
  deciding: number;
  falling: number;
  last?: Answer;
}

/** What is kept of an answer, which may be large. */
interface Point {
  readonly sentAt: number;
  readonly readAt: number;
  readonly remaining: number;
}

/** What is left of series whose Reset has long passed: memory stays flat over long runs. */
interface Past {
  readonly falls: boolean;
  readonly deciding: number;
  readonly falling: number;
  readonly shown?: Answer | undefined;
}

/** So many series are told apart at a time, those that were met last. */
const seriesKept = 32;
/** More answers than that without ten one after the other overlap so much that none of them begins a stretch. */
const pointsKept = 64;
const othersBetween = 10;
const couldHaveComeBack = 11;

/**
 * Whether Remaining falls as requests are made (reading 3). A stretch is two answers of one series (same
 * operation, Limit and Reset, the valid key) with at least ten others asked and read between them; it decides
 * only if fewer than eleven requests could have come back in the meantime.
 */
export function createUsage() {
  const series = new Map<string, Series>();
  let past: Past = { falls: false, deciding: 0, falling: 0 };
  const seen = { answers: 0, aged: 0, inOneSeries: 0 };

  return {
    see(exchange: Exchange): void {
      if (!isAnswer(exchange) || exchange.request.presentation !== 'bearer') return;
      const { status } = exchange.outcome.response;
      const { operation } = exchange.request;
      if (status === 401 || status === 429 || operation === 'elsewhere') return;
      seen.answers++;
      if (isAged(exchange)) {
        seen.aged++;
        return;
      }
      const { limit, remaining, reset } = quotaOf(exchange);
      if (limit === undefined || remaining === undefined || reset === undefined) return;
      const plainList = operation === 'listCategories' && status === 200;
      const key = `${operation} ${plainList} ${limit} ${reset}`;
      const windowMs = secondsToReset(exchange, reset) * 1000;
      const known = series.get(key);
      if (known === undefined) {
        const { sentAt, readAt } = exchange;
        const points = [{ sentAt, readAt, remaining }];
        series.set(key, { plainList, points, after: sentAt, windowMs, count: 1, deciding: 0, falling: 0 });
        seen.inOneSeries = Math.max(seen.inOneSeries, 1);
        dropOldest();
        return;
      }
      // Put last: the series that was not met for longest comes first.
      series.delete(key);
      series.set(key, known);
      known.windowMs = Math.max(known.windowMs, windowMs);
      seen.inOneSeries = Math.max(seen.inOneSeries, ++known.count);
      extend(known, exchange, limit, remaining);
    },
    decision(): UsageDecision {
      const all = [...series.values()];
      if (past.falls || all.some(falls)) return { kind: 'falls' };
      const { deciding, falling, shown } = all.reduce(withSeries, past);
      if (deciding >= 2 && (deciding - falling) * 2 > deciding && shown !== undefined)
        return { kind: 'stands still', shown, deciding, falling };
      return { kind: 'open', reason: whyOpen(seen) };
    },
  };

  function dropOldest(): void {
    const [oldest] = series;
    if (oldest === undefined || series.size <= seriesKept) return;
    series.delete(oldest[0]);
    past = withSeries(past, oldest[1]);
  }
}

/** What keeps the usage from being told. */
function whyOpen(seen: {
  readonly answers: number;
  readonly aged: number;
  readonly inOneSeries: number;
}): string {
  const { answers, aged, inOneSeries } = seen;
  const needed = othersBetween + 2;
  if (inOneSeries >= needed)
    return `${inOneSeries} requests of one window do not tell: too few came one after the other, or so much may have come back that Remaining need not fall`;
  if (answers < needed) return 'too few requests in one window to tell';
  if (inOneSeries > 0)
    return `of ${answers} requests at most ${inOneSeries} of one operation shared a Limit and a Reset, and ${needed} are needed`;
  return aged === answers
    ? 'every response came from a cache (it carries Age)'
    : 'no response carried a usable Limit, Remaining and Reset together, so that its window is not known';
}

/** Whether most of the stretches of a series that decide fall. */
function falls({ deciding, falling }: Series): boolean {
  return falling * 2 > deciding;
}

/** Only plain lists can show that Remaining stands still. */
function withSeries(past: Past, one: Series): Past {
  const sums = { ...past, falls: past.falls || falls(one) };
  if (!one.plainList) return sums;
  return {
    ...sums,
    deciding: past.deciding + one.deciding,
    falling: past.falling + one.falling,
    shown: one.last ?? past.shown,
  };
}

function extend(series: Series, answer: Answer, limit: number, remaining: number): void {
  const { sentAt, readAt } = answer;
  if (sentAt < series.after) return;
  const end = { sentAt, readAt, remaining };
  const { points } = series;
  // The shortest stretch that ends here: the less time it takes, the fewer requests could have come back in it.
  const from =
    points.length > othersBetween
      ? points.findLastIndex((begin) => between(points, begin, end) >= othersBetween)
      : -1;
  const begin = points[from];
  points.splice(0, Math.max(from, points.length + 1 - pointsKept));
  points.push(end);
  if (begin === undefined) return;
  const back = 1 + Math.ceil((limit * (readAt - begin.sentAt)) / series.windowMs);
  // From 0 it cannot fall: that more is served there is for limit.enforced to say.
  if (back >= couldHaveComeBack || begin.remaining === 0) return;
  series.deciding++;
  if (remaining < begin.remaining) series.falling++;
  series.last = answer;
  points.splice(0, points.length - 1);
  series.after = readAt;
}

/** How many answers were asked once the first of a stretch had been read, and read before its last one was asked. */
function between(points: readonly Point[], begin: Point, end: Point): number {
  let count = 0;
  for (const { sentAt, readAt } of points) if (sentAt >= begin.readAt && readAt <= end.sentAt) count++;
  return count;
}
