import type { HttpRequest } from '../model/exchange.ts';
import { isPlainList, isWithKey } from './entry.ts';
import type { PaceState } from './next.ts';

/** The requests that were sent and are not answered yet. */
export interface InFlight {
  add(request: HttpRequest): void;
  /** The request is answered, or was not sent after all; returns how many were in flight together with it at most, itself included. */
  remove(request: HttpRequest): number;
  readonly counts: PaceState['inFlight'];
}

export function createInFlight(): InFlight {
  const counts = { all: 0, posts: 0, withoutKey: 0, plainLists: 0 };
  const most = new Map<HttpRequest, number>();
  const change = (request: HttpRequest, by: 1 | -1) => {
    counts.all += by;
    if (request.method === 'POST') counts.posts += by;
    if (!isWithKey(request)) counts.withoutKey += by;
    if (isPlainList(request)) counts.plainLists += by;
  };
  return {
    add(request) {
      change(request, 1);
      most.set(request, counts.all);
      for (const [one, known] of most) most.set(one, Math.max(known, counts.all));
    },
    remove(request) {
      change(request, -1);
      const together = most.get(request) ?? 1;
      most.delete(request);
      return together;
    },
    counts,
  };
}
