import { isWithKey } from '../../exchange/credentials.ts';
import type { Exchange, HttpRequest } from '../../exchange/exchange.ts';
import type { OwnConnection } from '../../http/client.ts';

/** A request that somebody wants sent. */
export interface Wanted {
  readonly purpose: string;
  readonly sentFor: string;
  /** The higher, the earlier it is sent. */
  readonly worth: number;
  /** A target that conforms to the specification creates something for it. */
  readonly creates?: boolean;
  /** The connection that it goes on, where that is not left to the client (reading 18). */
  readonly own?: OwnConnection | undefined;
  /** Makes the request; called again, with 2, where a try before failed in a passing way (readings 10 and 19). */
  readonly make: (attempt: 1 | 2) => HttpRequest;
}

/** A wanted request in the queue. */
export interface Entry extends Wanted {
  readonly order: number;
  request: HttpRequest;
  /** How often it was sent and failed in a passing way. */
  tries: number;
  /** The newest of these returned 502, 503 or 504. */
  wasShed?: boolean;
  /** One of the queue's own, which nobody waits for. */
  readonly internal?: boolean;
  readonly resolve: (exchange: Exchange) => void;
  readonly reject: (reason: Error) => void;
}

/** A GET /categories with the key in its usual spelling: what proves limits, recoveries and lists. */
export function isPlainList(request: HttpRequest): boolean {
  return request.operation === 'listCategories' && request.presentation === 'bearer';
}

/**
 * The requests that wait to be sent. Those that differ in their worth alone wait in one lane: whatever is decided of its
 * first holds for all of them. `worthOf` is what sending an entry now is worth: its own worth, and what is the same for
 * its whole lane.
 */
export function createBacklog(plainList: () => HttpRequest, worthOf: (entry: Entry) => number) {
  const lanes = new Map<string, Entry[]>();
  let order = 0;

  const add = (entry: Entry): void => {
    const name = laneOf(entry);
    const lane = lanes.get(name) ?? [];
    lanes.set(name, lane);
    // Nearly everything is added at the end.
    const before = lane.findLastIndex(
      ({ worth, order }) => worth > entry.worth || (worth === entry.worth && order < entry.order),
    );
    lane.splice(before + 1, 0, entry);
  };
  const firsts = (): Entry[] => [...lanes.values()].flatMap((lane) => lane.slice(0, 1));
  /** Takes one of `firsts`. */
  const take = (first: Entry): Entry => lanes.get(laneOf(first))?.shift() ?? first;
  const ownList = (purpose: string, sentFor: string): Entry => {
    const ignore = () => {};
    const request = plainList();
    const wanted = { purpose, sentFor, worth: 0, make: plainList, request, order: order++, tries: 0 };
    return { ...wanted, internal: true, resolve: ignore, reject: ignore };
  };

  return {
    add,
    /** Makes an entry of what somebody wants sent, and adds it. */
    want(wanted: Wanted, settle: Pick<Entry, 'resolve' | 'reject'>): void {
      add({ ...wanted, ...settle, order: order++, request: wanted.make(1), tries: 0 });
    },
    size: (): number => [...lanes.values()].reduce((sum, { length }) => sum + length, 0),
    /** The first of each lane. */
    firsts,
    take,
    /** Takes a plain GET that waits, the one worth most or oldest; where none does, makes one that nobody waits for. */
    takePlainList(purpose: string, sentFor: string): Entry {
      const [best] = firsts()
        .filter(({ request }) => isPlainList(request))
        .toSorted((a, b) => worthOf(b) - worthOf(a) || a.order - b.order);
      return best === undefined ? ownList(purpose, sentFor) : take(best);
    },
    /** Makes a plain GET that nobody waits for. */
    ownList,
    /** Takes all that wait behind these, which are some of `firsts`, and these themselves. */
    takeAll: (among = firsts()): Entry[] =>
      among.flatMap((first) => lanes.get(laneOf(first))?.splice(0) ?? []),
  };
}

/** All that the quota, the budgets and the worth look at, but the worth that the request came with. */
function laneOf({ request, sentFor, creates }: Entry): string {
  const { method, operation, presentation } = request;
  return `${method} ${operation} ${presentation} ${creates === true} ${sentFor}`;
}

/** The requests that were sent and are not answered yet. */
export function createInFlight() {
  const counts = { all: 0, posts: 0, withoutKey: 0, plainLists: 0 };
  /** How many were in flight together with each, at most. */
  const most = new Map<HttpRequest, number>();
  const change = (request: HttpRequest, by: 1 | -1) => {
    counts.all += by;
    if (request.method === 'POST') counts.posts += by;
    if (!isWithKey(request)) counts.withoutKey += by;
    if (isPlainList(request)) counts.plainLists += by;
  };
  return {
    counts,
    add(request: HttpRequest): void {
      change(request, 1);
      most.set(request, counts.all);
      for (const [one, known] of most) most.set(one, Math.max(known, counts.all));
    },
    /** It is answered, or was not sent after all; returns how many were in flight with it at most, itself included. */
    remove(request: HttpRequest): number {
      change(request, -1);
      const together = most.get(request) ?? 1;
      most.delete(request);
      return together;
    },
  };
}
