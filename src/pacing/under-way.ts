import type { HttpRequest } from '../model/exchange.ts';
import { isWithKey } from './entry.ts';

/** How many requests were sent and have not come back. */
export interface UnderWay {
  add(request: HttpRequest): void;
  remove(request: HttpRequest): void;
  readonly all: number;
  readonly posts: number;
  readonly withoutKey: number;
}

export function createUnderWay(): UnderWay {
  const counts = { all: 0, posts: 0, withoutKey: 0 };
  const change = (request: HttpRequest, by: 1 | -1) => {
    counts.all += by;
    if (request.method === 'POST') counts.posts += by;
    if (!isWithKey(request)) counts.withoutKey += by;
  };
  return {
    add: (request) => change(request, 1),
    remove: (request) => change(request, -1),
    get all() {
      return counts.all;
    },
    get posts() {
      return counts.posts;
    },
    get withoutKey() {
      return counts.withoutKey;
    },
  };
}
