import { plainList } from '../../checks/requests.ts';
import { isWithKey } from '../../exchange/credentials.ts';
import { type Exchange, type HttpRequest, hasResponse, isServed, statusOf } from '../../exchange/exchange.ts';
import { Stopped } from '../../exchange/stopped.ts';
import type { OwnConnection } from '../../http/client.ts';
import { quotaOf } from '../../readings/quota.ts';
import { operationTitle } from '../../spec/operations.ts';

/** A request that a caller wants to send. */
export interface Wanted {
  readonly purpose: string;
  readonly sentFor: string;
  /** The higher, the earlier it is sent. */
  readonly priority: number;
  /** A target that conforms to the specification creates something for it. */
  readonly creates?: boolean;
  /** Its connection, if the client must not choose one. */
  readonly own?: OwnConnection | undefined;
  /** Creates the request; called again, with 2, after a transient fault. */
  readonly make: (attempt: 1 | 2) => HttpRequest;
}

/** A wanted request in the queue. */
export interface Entry extends Wanted {
  readonly order: number;
  request: HttpRequest;
  /** How often it failed with a transient fault. */
  tries: number;
  /** Whether the last attempt returned 502, 503 or 504. */
  wasShed?: boolean;
  /** Whether the queue itself created it, so that no caller waits for it. */
  readonly internal?: boolean;
  readonly resolve: (exchange: Exchange) => void;
  readonly reject: (reason: Error) => void;
}

/** Checks for a plain GET /categories with the key, which proves limits, recoveries and lists. */
export function isPlainList(request: HttpRequest): boolean {
  return request.operation === 'listCategories' && request.credential === 'bearer';
}

/**
 * Manages the requests that wait to be sent. Those that differ only in priority share a lane, and decisions about its first
 * apply to all of them. `priorityOf` returns the current priority of an entry.
 */
export function createBacklog(priorityOf: (entry: Entry) => number) {
  const lanes = new Map<string, Entry[]>();
  let order = 0;

  const add = (entry: Entry): void => {
    const name = laneOf(entry);
    const lane = lanes.get(name) ?? [];
    lanes.set(name, lane);
    // Searches from the end, because most entries are added there.
    const before = lane.findLastIndex(
      ({ priority, order }) =>
        priority > entry.priority || (priority === entry.priority && order < entry.order),
    );
    lane.splice(before + 1, 0, entry);
  };
  /** The first of each lane. */
  const firsts = (): Entry[] => {
    const found: Entry[] = [];
    for (const { 0: first } of lanes.values()) if (first !== undefined) found.push(first);
    return found;
  };
  /** Takes one of `firsts`. */
  const take = (first: Entry): Entry => {
    lanes.get(laneOf(first))?.shift();
    return first;
  };
  /** Creates a plain GET that no caller waits for. */
  const ownList = (purpose: string, sentFor: string): Entry => {
    const ignore = () => {};
    const wanted = { purpose, sentFor, priority: 0, make: plainList, request: plainList() };
    return { ...wanted, order: order++, tries: 0, internal: true, resolve: ignore, reject: ignore };
  };

  return {
    ...{ add, firsts, take, ownList },
    /** Creates and adds an entry. */
    want(wanted: Wanted, settle: Pick<Entry, 'resolve' | 'reject'>): void {
      add({ ...wanted, ...settle, order: order++, request: wanted.make(1), tries: 0 });
    },
    size(): number {
      let sum = 0;
      for (const { length } of lanes.values()) sum += length;
      return sum;
    },
    /** Takes the waiting plain GET with the highest priority, or the oldest of these. If none waits, creates one. */
    takePlainList(purpose: string, sentFor: string): Entry {
      const [best] = firsts()
        .filter(({ request }) => isPlainList(request))
        .toSorted((a, b) => priorityOf(b) - priorityOf(a) || a.order - b.order);
      return best === undefined ? ownList(purpose, sentFor) : take(best);
    },
    /** Takes all entries in the lanes of these `firsts`. */
    takeAll: (among = firsts()): Entry[] =>
      among.flatMap((first) => lanes.get(laneOf(first))?.splice(0) ?? []),
  };
}

/** Identifies a lane by everything that quota, budgets and priority depend on, except the entry's own priority. */
function laneOf({ request, sentFor, creates }: Entry): string {
  const { method, operation, credential } = request;
  return `${method} ${operation} ${credential} ${creates === true} ${sentFor}`;
}

/** Counts the requests in flight. */
export function createInFlight() {
  const counts = { all: 0, posts: 0, withoutKey: 0, plainLists: 0 };
  /** Maximum number of requests in flight together with each. */
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
    /** Removes a request; returns the most requests that were in flight with it, including itself. */
    remove(request: HttpRequest): number {
      change(request, -1);
      const together = most.get(request) ?? 1;
      most.delete(request);
      return together;
    },
  };
}

/**
 * Detects operations with a limit of their own that stays: they return 429 above Remaining 0 twice in a row, although other
 * operations are served in between.
 */
export function createLimitedOperations() {
  const refused = new Map<string, { readonly readAt: number; othersServed: boolean }>();
  const dropped = new Set<string>();

  return {
    /** Returns whether this response shows that its operation should not be sent again. */
    see(exchange: Exchange): boolean {
      if (!hasResponse(exchange)) return false;
      const kind = kindOf(exchange.request);
      if (statusOf(exchange) !== 429) {
        refused.delete(kind);
        if (isServed(exchange))
          for (const one of refused.values()) one.othersServed ||= exchange.sentAt >= one.readAt;
        return false;
      }
      // The recovery checks GET /categories, and a 429 at Remaining 0 is about the limit.
      if (isPlainList(exchange.request) || !((quotaOf(exchange).remaining ?? 0) > 0)) return false;
      const before = refused.get(kind);
      if (before !== undefined && exchange.sentAt < before.readAt) return false;
      const othersServed = before?.othersServed === true;
      refused.set(kind, { readAt: exchange.readAt, othersServed });
      if (!othersServed) return false;
      dropped.add(kind);
      return true;
    },
    has: (request: HttpRequest): boolean => dropped.has(kindOf(request)),
    /** Returns why the request is not sent, or undefined if it may be. */
    whyNot({ request }: Entry): Stopped | undefined {
      if (dropped.size === 0 || !dropped.has(kindOf(request))) return undefined;
      const words = `${operationTitle(request.operation)} returned 429 twice while other operations were served, so it was not sent again`;
      return new Stopped('operation limited', words);
    },
  };
}

function kindOf(request: HttpRequest): string {
  return `${request.operation} ${isWithKey(request)}`;
}

/** If bodies of a requirement were accepted this often, its others are sent last. */
const acceptedOften = 2;

/**
 * Manages the budget of creates: each 2xx to a POST is one, because the API cannot delete. `reserved` of them are kept until
 * they are released.
 */
export function createCreates(maxCreates: number, reserved: number, postsInFlight: () => number) {
  /** By requirement, the number of creates that were accepted, or are in flight and expected to be. */
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
    /** Uncounts a request that ended or was not sent. */
    over(entry: Entry): void {
      if (entry.creates) change(entry.sentFor, -1);
    },
    see(exchange: Exchange): void {
      if (exchange.request.method !== 'POST' || !isServed(exchange)) return;
      count++;
      change(exchange.sentFor, 1);
    },
    count: () => count,
    /** Releases the reserve for the search for smaller bodies. */
    release(): void {
      most = maxCreates;
    },
    /** Returns why no POST may be sent, or undefined if one may. */
    spent: (): Stopped | undefined =>
      count < most ? undefined : new Stopped('creates spent', `--max-creates ${maxCreates} is used up`),
    /** Returns whether the POSTs in flight may use up the budget. */
    mayRunOut: () => count + postsInFlight() >= most,
    /** Returns the current priority of an entry. */
    priorityOf(entry: Entry): number {
      if (entry.request.method !== 'POST') return entry.priority;
      // The last create goes last, because no POST may follow it.
      if (entry.creates && count + postsInFlight() + 1 >= most) return entry.priority - 2_000;
      return acceptedFor(entry.sentFor) >= acceptedOften ? entry.priority - 1_000 : entry.priority;
    },
  };
}
