import type { HttpRequest } from '../model/exchange.ts';
import { type Entry, isPlainList, type Wanted } from './entry.ts';
import { createLane, type Lane } from './lane.ts';

/**
 * The requests that wait to be sent. Those that differ in their worth alone wait in one lane, so that choosing looks at
 * the first of each lane: it takes as long with a hundred thousand that wait as with a hundred.
 */
export interface Backlog {
  add(entry: Entry): void;
  /** Makes an entry of what somebody wants sent, and adds it. */
  want(wanted: Wanted, settle: Pick<Entry, 'resolve' | 'reject'>): void;
  readonly size: number;
  /** The first of each lane: whatever is asked of it, the answer is the same for all behind it. */
  firsts(): Entry[];
  /** How many wait in the lanes whose first is such a one. */
  count(are: (first: Entry) => boolean): number;
  /** Takes what is worth most of these, which are some of `firsts`, the oldest first; undefined where there is none. */
  takeBest(among: readonly Entry[]): Entry | undefined;
  /** Takes a plain GET that waits or, where none does, makes one that nobody waits for. */
  takePlainList(purpose: string, sentFor: string): Entry;
  /** A plain GET that nobody waits for. */
  ownList(purpose: string, sentFor: string): Entry;
  /** Takes everything from the lanes whose first is such a one. */
  takeAll(are?: (first: Entry) => boolean): Entry[];
}

/** `worthOf` is what sending an entry now is worth: its own worth, and what is the same for its whole lane. */
export function createBacklog(plainList: () => HttpRequest, worthOf: (entry: Entry) => number): Backlog {
  const lanes = new Map<string, Lane>();
  let order = 0;
  let size = 0;

  const add = (entry: Entry): void => {
    const name = laneName(entry);
    const lane = lanes.get(name) ?? createLane();
    lanes.set(name, lane);
    lane.add(entry);
    size++;
  };
  const lanesOf = (are: (first: Entry) => boolean): [name: string, lane: Lane][] =>
    [...lanes].filter(([, { first }]) => first !== undefined && are(first));
  const firsts = (): Entry[] => [...lanes.values()].flatMap(({ first }) => first ?? []);
  const isBefore = (one: Entry, other: Entry): boolean => {
    const [worth, otherWorth] = [worthOf(one), worthOf(other)];
    return worth > otherWorth || (worth === otherWorth && one.order < other.order);
  };
  const takeBest = (among: readonly Entry[]): Entry | undefined => {
    const [first, ...others] = among;
    if (first === undefined) return undefined;
    const name = laneName(others.reduce((best, one) => (isBefore(one, best) ? one : best), first));
    const lane = lanes.get(name);
    const taken = lane?.takeFirst();
    if (lane?.size === 0) lanes.delete(name);
    if (taken !== undefined) size--;
    return taken;
  };
  const ownList = (purpose: string, sentFor: string): Entry => {
    const ignore = () => {};
    const wanted = { purpose, sentFor, worth: 0, make: plainList };
    return {
      ...{ ...wanted, order: order++, request: plainList(), tries: 0 },
      ...{ internal: true, resolve: ignore, reject: ignore },
    };
  };

  return {
    add,
    want(wanted, settle) {
      add({ ...wanted, ...settle, order: order++, request: wanted.make(1), tries: 0 });
    },
    get size() {
      return size;
    },
    firsts,
    count: (are) => lanesOf(are).reduce((sum, [, lane]) => sum + lane.size, 0),
    takeBest,
    takePlainList: (purpose, sentFor) =>
      takeBest(firsts().filter(({ request }) => isPlainList(request))) ?? ownList(purpose, sentFor),
    ownList,
    takeAll: (are = () => true) =>
      lanesOf(are).flatMap(([name, lane]) => {
        lanes.delete(name);
        size -= lane.size;
        return lane.all();
      }),
  };
}

/** All that the quota, the budgets and the worth look at, but the worth that the request came with. */
function laneName({ request, sentFor, creates }: Entry): string {
  const { method, operation, presentation } = request;
  return `${method} ${operation} ${presentation} ${creates === true} ${sentFor}`;
}
