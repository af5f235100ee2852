import { plainList } from '../../checks/requests.ts';
import { type Exchange, type HttpRequest, isServed } from '../../exchange/exchange.ts';
import { Stopped } from '../../exchange/stopped.ts';
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

/** A wanted request in the queue. */
export interface Entry extends Wanted {
  readonly order: number;
  request: HttpRequest;
  /** How often it failed with a transient fault. */
  tries: number;
  /** Whether the last attempt failed in company, or was shed, so that the next one is no retry of the same fault. */
  wasShed?: boolean;
  /** Whether it failed in company, so that it is sent again alone. */
  isAlone?: boolean;
  /** Whether the queue itself created it, so that no caller waits for it. */
  readonly internal?: boolean;
  readonly resolve: (exchange: Exchange) => void;
  readonly reject: (reason: Error) => void;
}

/** Checks for a plain GET /categories with the key, which proves limits, recoveries and lists. */
export function isPlainList(request: HttpRequest): boolean {
  return request.operation === 'listCategories' && request.credential === 'bearer';
}

/** Manages the requests that wait to be sent. `priorityOf` returns the current priority of an entry. */
export function createBacklog(priorityOf: (entry: Entry) => number) {
  const entries = new Set<Entry>();
  let order = 0;

  const take = (entry: Entry): Entry => {
    entries.delete(entry);
    return entry;
  };
  const ignore = () => {};
  /** Creates an entry that no caller waits for. */
  const own = (wanted: Wanted): Entry => ({
    ...wanted,
    order: order++,
    request: wanted.make(1),
    tries: 0,
    internal: true,
    resolve: ignore,
    reject: ignore,
  });

  return {
    add: (entry: Entry) => void entries.add(entry),
    all: (): readonly Entry[] => [...entries],
    take,
    own,
    /** Creates and adds an entry. */
    want(wanted: Wanted, settle: Pick<Entry, 'resolve' | 'reject'>): void {
      entries.add({ ...wanted, ...settle, order: order++, request: wanted.make(1), tries: 0 });
    },
    size: () => entries.size,
    /** Takes the waiting plain GET with the highest priority, or the oldest of these. If none waits, creates one. */
    takePlainList(purpose: string, sentFor: string): Entry {
      const [best] = [...entries]
        .filter(({ request }) => isPlainList(request))
        .toSorted((a, b) => priorityOf(b) - priorityOf(a) || a.order - b.order);
      return best === undefined ? own({ purpose, sentFor, priority: 0, make: plainList }) : take(best);
    },
  };
}

/** Counts the requests in flight. */
export function createInFlight() {
  const counts = { all: 0, posts: 0, plainLists: 0, alone: 0 };
  /** Maximum number of requests in flight together with each. */
  const most = new Map<HttpRequest, number>();
  const change = ({ request, isAlone }: Entry, by: 1 | -1) => {
    counts.all += by;
    if (request.method === 'POST') counts.posts += by;
    if (isPlainList(request)) counts.plainLists += by;
    if (isAlone === true) counts.alone += by;
  };
  return {
    counts,
    add(entry: Entry): void {
      change(entry, 1);
      most.set(entry.request, counts.all);
      for (const [one, known] of most) most.set(one, Math.max(known, counts.all));
    },
    /** Removes a request; returns the most requests that were in flight with it, including itself. */
    remove(entry: Entry): number {
      change(entry, -1);
      const together = most.get(entry.request) ?? 1;
      most.delete(entry.request);
      return together;
    },
  };
}

/** If bodies of a requirement were accepted this often, its others are sent last. */
const acceptedOften = 2;

/**
 * Manages the budget of creates: each 2xx to a POST is one, because the API cannot delete. `reserved` of them are kept until
 * they are released.
 */
export function createCreates(maxCreates: number, reserved: number) {
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
    /** Returns how many more categories may be created. */
    left: () => most - count,
    /** Returns the current priority of an entry. */
    priorityOf(entry: Entry): number {
      if (entry.request.method !== 'POST') return entry.priority;
      // The last create goes last, because no POST may follow it.
      if (entry.creates && count + 1 >= most) return entry.priority - 2_000;
      return acceptedFor(entry.sentFor) >= acceptedOften ? entry.priority - 1_000 : entry.priority;
    },
  };
}
