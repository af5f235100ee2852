import { rowsOf } from '../exchange/answer.ts';
import { type Answer, type Exchange, isAnswer, isServed, statusOf } from '../exchange/exchange.ts';
import { isPost, meaningOf } from '../exchange/picks.ts';
import { isObject, type JsonObject, type JsonValue } from '../json/read.ts';
import { nameShape } from '../payloads/names.ts';
import type { EarlierLeftovers } from '../report/model/report.ts';
import { traitsOf } from '../spec/ledger.ts';
import { pushUpTo } from './bounded.ts';
import { categoryIn, rowsIn } from './created.ts';

/** Deeper no server stores a category that it was sent. */
const deepest = 8;

/** Finds names that the kit made (`createNames`) in a value, in lower case: those of the run or, without it, of any. */
export function createMarkFinder(runMark?: string) {
  const { pattern, length } = nameShape(runMark);

  function collect(value: JsonValue, known: Set<string> | undefined, depth: number): Set<string> | undefined {
    // Nearly all texts of a long list are too short to hold a name.
    if (typeof value === 'string' && value.length < length) return known;
    let found = known;
    if (typeof value === 'string') {
      for (const [mark] of value.matchAll(pattern)) {
        found ??= new Set();
        found.add(mark.toLowerCase());
      }
    } else if (typeof value === 'object' && value !== null && depth < deepest) {
      for (const key in value) {
        found = collect(key, found, depth + 1);
        found = collect((value as Record<string, JsonValue>)[key] ?? null, found, depth + 1);
      }
    }
    return found;
  }

  return (value: JsonValue): ReadonlySet<string> => collect(value, undefined, 0) ?? noMarks;
}

const noMarks: ReadonlySet<string> = new Set();

export type MarkFinder = ReturnType<typeof createMarkFinder>;

/** The ids of so many are listed. */
const mostIds = 1_000;

/**
 * What earlier runs of the kit left on the target: it is counted, never judged (reading 17). `runMark` is what the names
 * of this run begin with: an element that holds one of them is its own.
 */
export function createEarlierRuns(runMark: string) {
  const namesIn = createMarkFinder();
  let newest: Answer | undefined;

  const isOne = (element: JsonValue): boolean => {
    const found = [...namesIn(element)];
    return found.length > 0 && !found.some((name) => name.startsWith(runMark));
  };

  return {
    see(exchange: Exchange): void {
      if (isAnswer(exchange) && rowsIn(exchange) !== undefined) newest = exchange;
    },
    isOne,
    left(): EarlierLeftovers {
      const rows = newest === undefined ? undefined : rowsOf(newest);
      const ids: string[] = [];
      let count = 0;
      for (const element of rows?.marked() ?? []) {
        if (!isOne(element)) continue;
        count++;
        const id = isObject(element) ? element['id'] : undefined;
        if (typeof id === 'bigint') pushUpTo(ids, String(id), mostIds);
      }
      return { count, ids };
    },
  };
}

/** Where more was let in than that, it may be any element. */
const mostLetIn = 5_000;

/**
 * What the service let in though it should have been refused, or though nothing is stated about it: what its lists
 * show of that is a consequence. The cause is blamed, the consequence is not.
 */
export function createLetIn(marksIn: MarkFinder) {
  const ids = new Set<bigint>();
  const marks = new Set<string>();
  /** Whether there is one that has neither an id nor a name: then it may be any element. */
  let isUnknown = false;

  /** Whether an id was given to such a body. */
  const hasId = (id: JsonValue | undefined): boolean => typeof id === 'bigint' && ids.has(id);

  return {
    see(exchange: Exchange): void {
      if (!isPost(exchange) || isUnknown) return;
      const { mark } = exchange.request;
      const status = statusOf(exchange);
      const isRefused = status !== undefined && status >= 400 && status < 500;
      const mayBeThere = traitsOf(exchange.sentFor).silent === true && !isRefused;
      const isWrong = isServed(exchange) && meaningOf(exchange).kind !== 'valid';
      if (mark !== undefined && (mayBeThere || isWrong)) marks.add(mark);
      if (!isWrong) return;
      const id = categoryIn(exchange)?.['id'];
      if (typeof id === 'bigint') ids.add(id);
      isUnknown ||= typeof id !== 'bigint' && mark === undefined;
      if (ids.size <= mostLetIn && marks.size <= mostLetIn) return;
      isUnknown = true;
      ids.clear();
      marks.clear();
    },
    hasId,
    /** Whether an element of a list is there because of such a body. */
    isConsequence: (element: JsonObject): boolean =>
      isUnknown ||
      hasId(element['id']) ||
      (marks.size > 0 && [...marksIn(element)].some((mark) => marks.has(mark))),
  };
}
