import { plainList } from '../../checks/requests.ts';
import type { Exchange, HttpRequest } from '../../exchange/exchange.ts';
import type { OwnConnection } from '../../http/client.ts';

/** A request that a caller wants to send. */
export interface Wanted {
  readonly purpose: string;
  readonly sentFor: string;
  /** The higher, the earlier it is sent. */
  readonly priority: number;
  /** A target that conforms to the specification creates something for it. */
  readonly creates?: boolean;
  /** It is sent together with others on purpose, if the target allows it. */
  readonly inBurst?: boolean;
  /** It is sent at Remaining 0, to get a 429. */
  readonly exceeds?: boolean;
  /** Its connection, if the client must not choose one. */
  readonly own?: OwnConnection | undefined;
  /** Creates the request; called again, with 2, after a transient fault. */
  readonly make: (attempt: 1 | 2) => HttpRequest;
}

/** The caller that waits for a request. */
export interface Caller {
  readonly resolve: (exchange: Exchange) => void;
  readonly reject: (reason: Error) => void;
}

/** A wanted request, waiting or in flight. */
export interface Entry extends Wanted {
  /** Among equal priorities, the lowest order goes first. */
  readonly order: number;
  request: HttpRequest;
  /** How often it failed with a transient fault. */
  tries: number;
  /** Whether the last attempt failed in company, or was shed, so that the next one is no retry of the same fault. */
  wasShed?: boolean;
  /** Whether it failed in company, so that it is sent again alone. */
  isAlone?: boolean;
  /** The most requests that were in flight with it, including itself. */
  together: number;
  /** Absent for a request of the queue itself. */
  readonly caller?: Caller | undefined;
}

/** The requests that wait, and those in flight. */
export interface Requests {
  readonly waiting: Set<Entry>;
  readonly inFlight: Set<Entry>;
  made: number;
}

export function createRequests(): Requests {
  return { waiting: new Set(), inFlight: new Set(), made: 0 };
}

/** Checks for a plain GET /categories with the key, which proves limits, recoveries and lists. */
export function isPlainList(request: HttpRequest): boolean {
  return request.operation === 'listCategories' && request.credential === 'bearer';
}

/** Creates the entry of a wanted request. */
export function newEntry(requests: Requests, wanted: Wanted, caller?: Caller): Entry {
  return { ...wanted, caller, order: requests.made++, request: wanted.make(1), tries: 0, together: 1 };
}

/** Takes the waiting plain GET with the highest priority, or the oldest of these. If none waits, creates one. */
export function takePlainList(requests: Requests, purpose: string, sentFor: string): Entry {
  const [best] = [...requests.waiting]
    .filter(({ request }) => isPlainList(request))
    .toSorted((a, b) => b.priority - a.priority || a.order - b.order);
  if (best !== undefined) requests.waiting.delete(best);
  return best ?? newEntry(requests, { purpose, sentFor, priority: 0, make: plainList });
}

/** Counts the requests in flight. */
export function countInFlight({ inFlight }: Requests) {
  const count = (counts: (entry: Entry) => boolean) => [...inFlight].filter(counts).length;
  return {
    all: inFlight.size,
    posts: count(({ request }) => request.method === 'POST'),
    plainLists: count(({ request }) => isPlainList(request)),
    alone: count(({ isAlone }) => isAlone === true),
  };
}

/** Adds a request to those in flight. */
export function begin({ inFlight }: Requests, entry: Entry): void {
  inFlight.add(entry);
  entry.together = inFlight.size;
  for (const one of inFlight) one.together = Math.max(one.together, inFlight.size);
}

/** The budget of creates: each 2xx to a POST is one, because the API cannot delete. */
export interface Creates {
  readonly most: number;
  /** Kept for the search for smaller bodies, in case the server accepts everything. */
  reserved: number;
  count: number;
}

/** Returns how many more categories may be created. */
export function createsLeft({ most, reserved, count }: Creates): number {
  return most - reserved - count;
}

/** Returns the current priority of an entry. The last create goes last, because no POST may follow it. */
export function priorityNow(creates: Creates, entry: Entry): number {
  return entry.creates && createsLeft(creates) <= 1 ? entry.priority - 2_000 : entry.priority;
}
