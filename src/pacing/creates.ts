import { type Exchange, statusOf } from '../model/exchange.ts';
import type { Entry } from './entry.ts';
import type { QueueOptions } from './options.ts';
import { Stopped } from './stopped.ts';
import type { UnderWay } from './under-way.ts';

/** The budget of creates: any 2xx to a POST is one, for the service has no DELETE. */
export interface Creates {
  see(exchange: Exchange): void;
  readonly count: number;
  /** Lets those be used that were kept for the search for smaller bodies. */
  release(): void;
  /** Why no POST is sent any more, or undefined where one may be. */
  spent(): Stopped | undefined;
  /** Whether the posts under way may use up what is left. */
  mayRunOut(): boolean;
  /** What sending this one now is worth. */
  worthOf(entry: Entry): number;
}

/** A requirement whose bodies were accepted so often is drawn from again only after all others. */
const acceptedOften = 2;

/** Of `maxCreates` the `createsKept` are held back until they are released. */
export function createCreates(
  { maxCreates, createsKept }: Pick<QueueOptions, 'maxCreates' | 'createsKept'>,
  underWay: UnderWay,
): Creates {
  const accepted = new Map<string, number>();
  let most = maxCreates - createsKept;
  let count = 0;

  return {
    see(exchange) {
      const status = statusOf(exchange);
      if (exchange.request.method !== 'POST' || status === undefined || status < 200 || status >= 300) return;
      count++;
      accepted.set(exchange.sentFor, (accepted.get(exchange.sentFor) ?? 0) + 1);
    },
    get count() {
      return count;
    },
    release() {
      most = maxCreates;
    },
    spent: () =>
      count < most
        ? undefined
        : new Stopped('creates spent', `the creates that --max-creates ${maxCreates} allows are used up`),
    mayRunOut: () => count + underWay.posts >= most,
    worthOf(entry) {
      if (entry.request.method !== 'POST') return entry.worth;
      // The last create of the budget goes last, for no POST is sent after it.
      if (entry.creates && count + underWay.posts + 1 >= most) return entry.worth - 2_000;
      return (accepted.get(entry.sentFor) ?? 0) >= acceptedOften ? entry.worth - 1_000 : entry.worth;
    },
  };
}
