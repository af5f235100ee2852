import { type Exchange, statusOf } from '../model/exchange.ts';
import type { Entry } from './entry.ts';
import type { InFlight } from './in-flight.ts';
import type { QueueOptions } from './options.ts';
import { Stopped } from './stopped.ts';

/** The budget of creates: any 2xx to a POST is one, for the service has no DELETE. */
export interface Creates {
  /** To be called with every request that is sent, and with what came of it. */
  sent(entry: Entry): void;
  /** It was not sent after all. */
  heldBack(entry: Entry): void;
  see(exchange: Exchange, entry: Entry): void;
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
  { counts }: InFlight,
): Creates {
  const accepted = new Map<string, number>();
  /** Under way, and to be accepted by a target that keeps the specification. */
  const expected = new Map<string, number>();
  let most = maxCreates - createsKept;
  let count = 0;

  const add = (to: Map<string, number>, row: string, by: 1 | -1) => to.set(row, (to.get(row) ?? 0) + by);
  const acceptedFor = (row: string) => (accepted.get(row) ?? 0) + (expected.get(row) ?? 0);

  const notExpected = (entry: Entry) => {
    if (entry.creates) add(expected, entry.sentFor, -1);
  };

  return {
    sent(entry) {
      if (entry.creates) add(expected, entry.sentFor, 1);
    },
    heldBack: notExpected,
    see(exchange, entry) {
      notExpected(entry);
      const status = statusOf(exchange);
      if (exchange.request.method !== 'POST' || status === undefined || status < 200 || status >= 300) return;
      count++;
      add(accepted, exchange.sentFor, 1);
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
    mayRunOut: () => count + counts.posts >= most,
    worthOf(entry) {
      if (entry.request.method !== 'POST') return entry.worth;
      // The last create of the budget goes last, for no POST is sent after it.
      if (entry.creates && count + counts.posts + 1 >= most) return entry.worth - 2_000;
      return acceptedFor(entry.sentFor) >= acceptedOften ? entry.worth - 1_000 : entry.worth;
    },
  };
}
