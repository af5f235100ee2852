import { plainList } from '../../checks/requests.ts';
import { isWithKey } from '../../exchange/credentials.ts';
import { type Exchange, type HttpRequest, isServed } from '../../exchange/exchange.ts';
import { Stopped } from '../../exchange/stopped.ts';
import type { OwnConnection } from '../../http/client.ts';

/** A request that somebody wants sent. */
export interface Wanted {
  readonly purpose: string;
  readonly sentFor: string;
  /** The higher, the earlier it is sent. */
  readonly priority: number;
  /** A target that conforms to the specification creates something for it. */
  readonly creates?: boolean;
  /** The connection that it goes on, if that is not left to the client (reading 18). */
  readonly own?: OwnConnection | undefined;
  /** Makes the request; called again, with 2, if a try before failed in a passing way (readings 10 and 19). */
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

/** Whether it is a GET /categories with the key in its usual spelling: what proves limits, recoveries and lists. */
export function isPlainList(request: HttpRequest): boolean {
  return request.operation === 'listCategories' && request.credential === 'bearer';
}

/**
 * Keeps the requests that wait to be sent. Those that differ in their priority alone wait in one lane: whatever is decided of
 * its first holds for all of them. `priorityOf` is the priority of an entry now: its own, and what is the same for its lane.
 */
export function createBacklog(priorityOf: (entry: Entry) => number) {
  const lanes = new Map<string, Entry[]>();
  let order = 0;

  const add = (entry: Entry): void => {
    const name = laneOf(entry);
    const lane = lanes.get(name) ?? [];
    lanes.set(name, lane);
    // Nearly everything is added at the end.
    const before = lane.findLastIndex(
      ({ priority, order }) =>
        priority > entry.priority || (priority === entry.priority && order < entry.order),
    );
    lane.splice(before + 1, 0, entry);
  };
  /** The first of each lane. */
  const firsts = (): Entry[] => [...lanes.values()].flatMap((lane) => lane.slice(0, 1));
  /** Takes one of `firsts`. */
  const take = (first: Entry): Entry => lanes.get(laneOf(first))?.shift() ?? first;
  /** Makes a plain GET that nobody waits for. */
  const ownList = (purpose: string, sentFor: string): Entry => {
    const ignore = () => {};
    const wanted = { purpose, sentFor, priority: 0, make: plainList, request: plainList() };
    return { ...wanted, order: order++, tries: 0, internal: true, resolve: ignore, reject: ignore };
  };

  return {
    ...{ add, firsts, take, ownList },
    /** Makes an entry of what somebody wants sent, and adds it. */
    want(wanted: Wanted, settle: Pick<Entry, 'resolve' | 'reject'>): void {
      add({ ...wanted, ...settle, order: order++, request: wanted.make(1), tries: 0 });
    },
    size: (): number => [...lanes.values()].reduce((sum, { length }) => sum + length, 0),
    /** Takes the waiting plain GET of the highest priority, or the oldest of these; without one, makes one. */
    takePlainList(purpose: string, sentFor: string): Entry {
      const [best] = firsts()
        .filter(({ request }) => isPlainList(request))
        .toSorted((a, b) => priorityOf(b) - priorityOf(a) || a.order - b.order);
      return best === undefined ? ownList(purpose, sentFor) : take(best);
    },
    /** Takes all in the lanes of these, which are some of `firsts`. */
    takeAll: (among = firsts()): Entry[] =>
      among.flatMap((first) => lanes.get(laneOf(first))?.splice(0) ?? []),
  };
}

/** Names all that the quota, the budgets and the priority look at, but the priority that the request came with. */
function laneOf({ request, sentFor, creates }: Entry): string {
  const { method, operation, credential } = request;
  return `${method} ${operation} ${credential} ${creates === true} ${sentFor}`;
}

/** Counts the requests that were sent and have no response yet. */
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
    /** Removes what is over, or was not sent after all; returns how many were in flight with it at most, itself included. */
    remove(request: HttpRequest): number {
      change(request, -1);
      const together = most.get(request) ?? 1;
      most.delete(request);
      return together;
    },
  };
}

/** Bodies of a requirement that were accepted this often are sent only after all others. */
const acceptedOften = 2;

/**
 * Keeps the budget of creates: any 2xx to a POST is one, since the service has no DELETE. `reserved` of them are held back
 * until they are released.
 */
export function createCreates(maxCreates: number, reserved: number, postsInFlight: () => number) {
  /** By requirement: accepted, or in flight and to be accepted by a target that conforms to the specification. */
  const accepted = new Map<string, number>();
  let most = maxCreates - reserved;
  let count = 0;

  const acceptedFor = (requirement: string) => accepted.get(requirement) ?? 0;
  const change = (requirement: string, by: 1 | -1) =>
    void accepted.set(requirement, acceptedFor(requirement) + by);

  return {
    sent(entry: Entry): void {
      if (entry.creates) change(entry.sentFor, 1);
    },
    /** Takes that it is over, or was not sent after all. */
    over(entry: Entry): void {
      if (entry.creates) change(entry.sentFor, -1);
    },
    see(exchange: Exchange): void {
      if (exchange.request.method !== 'POST' || !isServed(exchange)) return;
      count++;
      change(exchange.sentFor, 1);
    },
    count: () => count,
    /** Releases those that were held back for the search for smaller bodies. */
    release(): void {
      most = maxCreates;
    },
    /** Says why no POST is sent any more; undefined if one may be. */
    spent: (): Stopped | undefined =>
      count < most
        ? undefined
        : new Stopped('creates spent', `the creates that --max-creates ${maxCreates} allows are used up`),
    /** Whether the POSTs in flight may use up what is left. */
    mayRunOut: () => count + postsInFlight() >= most,
    /** The priority of an entry now. */
    priorityOf(entry: Entry): number {
      if (entry.request.method !== 'POST') return entry.priority;
      // The last create of the budget goes last, since no POST is sent after it.
      if (entry.creates && count + postsInFlight() + 1 >= most) return entry.priority - 2_000;
      return acceptedFor(entry.sentFor) >= acceptedOften ? entry.priority - 1_000 : entry.priority;
    },
  };
}
