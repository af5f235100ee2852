import { meaningOf } from '../expect/picks.ts';
import type { JsonObject, JsonValue } from '../json/read.ts';
import { type Answer, type Exchange, statusOf } from '../model/exchange.ts';
import { traitsOf } from '../spec/ledger.ts';
import type { MarkFinder } from './marks.ts';

/**
 * What the service let in though it should have been refused, or though nothing is stated about it: what its lists
 * show of that is a consequence. The cause is blamed, the consequence is not.
 */
export interface LetIn {
  /** A POST was sent, whatever came back. */
  posted(exchange: Exchange): void;
  /** A POST was answered 2xx; `category` is the object of the answer, where it is one. */
  accepted(exchange: Answer, category: JsonObject | undefined): void;
  /** Whether an element of a list is there because of such a body. */
  isConsequence(element: JsonObject): boolean;
  /** Whether an id was given to such a body. */
  hasId(id: JsonValue | undefined): boolean;
}

/** `names` finds the names of the run in what a list holds. */
export function createLetIn(names: MarkFinder): LetIn {
  const ids = new Set<bigint>();
  const marks = new Set<string>();
  /** Whether there is one that has neither an id nor a name: then it may be any element. */
  let isUnknown = false;

  return {
    posted(exchange) {
      const status = statusOf(exchange);
      const isRefused = status !== undefined && status >= 400 && status < 500;
      if (!traitsOf(exchange.sentFor).silent || isRefused) return;
      const { mark } = exchange.request;
      if (mark !== undefined) marks.add(mark);
    },
    accepted(exchange, category) {
      if (meaningOf(exchange).kind === 'valid') return;
      const { mark } = exchange.request;
      const id = category?.['id'];
      if (typeof id === 'bigint') ids.add(id);
      if (mark !== undefined) marks.add(mark);
      if (typeof id !== 'bigint' && mark === undefined) isUnknown = true;
    },
    isConsequence(element) {
      if (isUnknown || hasId(element['id'])) return true;
      if (marks.size === 0) return false;
      const found = new Set<string>();
      names.collect(element, found);
      return [...found].some((mark) => marks.has(mark));
    },
    hasId,
  };

  function hasId(id: JsonValue | undefined): boolean {
    return typeof id === 'bigint' && ids.has(id);
  }
}
