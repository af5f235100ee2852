import type { Answer, Exchange } from '../model/exchange.ts';
import { isAnswer } from '../model/exchange.ts';
import { isAged, quotaOf, secondsToReset } from './quota-headers.ts';

/**
 * Whether Remaining falls as requests are made (reading 3). A stretch is two answers of one series (same
 * operation, Limit and Reset, the valid key) with at least ten others asked and read between them; it decides
 * only if fewer than eleven requests could have come back in the meantime.
 */
export interface Usage {
  step(exchange: Exchange): void;
  decision(): UsageDecision;
}

export type UsageDecision =
  | { readonly kind: 'falls' }
  | {
      readonly kind: 'stands still';
      readonly shown: Answer;
      readonly deciding: number;
      readonly falling: number;
    }
  | { readonly kind: 'open' };

interface Series {
  readonly plainList: boolean;
  anchor: Answer;
  /** When the answers that were asked after the anchor had been read. */
  between: number[];
  /** The largest time to Reset seen in the series: W, in milliseconds. */
  windowMs: number;
  deciding: number;
  falling: number;
  last?: Answer;
}

const othersBetween = 10;
const couldHaveComeBack = 11;

export function createUsage(): Usage {
  const series = new Map<string, Series>();
  return {
    step(exchange) {
      if (!isAnswer(exchange) || exchange.request.presentation !== 'bearer') return;
      const { status } = exchange.outcome.response;
      if (status === 401 || status === 429 || isAged(exchange)) return;
      const { operation } = exchange.request;
      const { limit, remaining, reset } = quotaOf(exchange);
      if (operation === 'elsewhere' || limit === undefined || remaining === undefined || reset === undefined)
        return;
      const plainList = operation === 'listCategories' && status === 200;
      const key = `${operation} ${plainList} ${limit} ${reset}`;
      const windowMs = secondsToReset(exchange, reset) * 1000;
      const known = series.get(key);
      if (known === undefined) {
        series.set(key, { plainList, anchor: exchange, between: [], windowMs, deciding: 0, falling: 0 });
        return;
      }
      known.windowMs = Math.max(known.windowMs, windowMs);
      extend(known, exchange, limit, remaining);
    },
    decision() {
      const all = [...series.values()];
      if (all.some(({ deciding, falling }) => deciding > 0 && falling * 2 > deciding))
        return { kind: 'falls' };
      const lists = all.filter(({ plainList }) => plainList);
      const deciding = lists.reduce((sum, one) => sum + one.deciding, 0);
      const falling = lists.reduce((sum, one) => sum + one.falling, 0);
      const shown = lists.findLast(({ last }) => last !== undefined)?.last;
      if (deciding >= 2 && (deciding - falling) * 2 > deciding && shown !== undefined)
        return { kind: 'stands still', shown, deciding, falling };
      return { kind: 'open' };
    },
  };
}

function extend(series: Series, answer: Answer, limit: number, remaining: number): void {
  if (answer.sentAt < series.anchor.readAt) return;
  if (series.between.filter((readAt) => readAt <= answer.sentAt).length < othersBetween) {
    series.between.push(answer.readAt);
    return;
  }
  const elapsed = answer.readAt - series.anchor.sentAt;
  const back = 1 + Math.ceil((limit * elapsed) / series.windowMs);
  const before = quotaOf(series.anchor).remaining ?? 0;
  // From 0 it cannot fall: that more is served there is for limit.enforced to say.
  if (back < couldHaveComeBack && before > 0) {
    series.deciding++;
    if (remaining < before) series.falling++;
    series.last = answer;
  }
  series.anchor = answer;
  series.between = [];
}
