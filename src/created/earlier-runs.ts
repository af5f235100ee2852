import { rowsOf } from '../expect/answer.ts';
import { isObject, type JsonValue } from '../json/read.ts';
import type { Answer } from '../model/exchange.ts';
import type { EarlierLeftovers } from '../model/report.ts';
import { createMarkFinder } from './marks.ts';

/** What earlier runs of the kit left on the target: it is counted, never judged (reading 17). */
export interface EarlierRuns {
  look(list: Answer): void;
  isOne(element: JsonValue): boolean;
  left(): EarlierLeftovers;
}

/** The ids of so many are listed. */
const mostIds = 1_000;

/** `runMark` is what the names of this run begin with: an element that holds one of them is its own. */
export function createEarlierRuns(runMark: string): EarlierRuns {
  const names = createMarkFinder();
  let newest: Answer | undefined;

  const isOne = (element: JsonValue): boolean => {
    const found = new Set<string>();
    names.collect(element, found);
    return found.size > 0 && ![...found].some((name) => name.startsWith(runMark));
  };

  return {
    look(list) {
      newest = list;
    },
    isOne,
    left() {
      const rows = newest === undefined ? undefined : rowsOf(newest);
      const ids: string[] = [];
      let count = 0;
      for (const element of rows?.marked() ?? []) {
        if (!isOne(element)) continue;
        count++;
        const id = isObject(element) ? element['id'] : undefined;
        if (typeof id === 'bigint' && ids.length < mostIds) ids.push(String(id));
      }
      return { count, ids };
    },
  };
}
