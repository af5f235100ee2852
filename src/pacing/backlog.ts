import type { HttpRequest } from '../model/exchange.ts';
import { type Entry, isPlainList, type Wanted } from './entry.ts';

/** The requests that wait to be sent. */
export interface Backlog {
  add(entry: Entry): void;
  /** Makes an entry of what somebody wants sent, and adds it. */
  want(wanted: Wanted, settle: Pick<Entry, 'resolve' | 'reject'>): void;
  readonly entries: readonly Entry[];
  take(entry: Entry): Entry;
  /** Takes what is worth most of these, the oldest first; undefined where there is none. */
  takeBest(among: readonly Entry[]): Entry | undefined;
  /** Takes a plain GET that waits or, where none does, makes one that nobody waits for. */
  takePlainList(purpose: string, sentFor: string): Entry;
  /** A plain GET that nobody waits for. */
  ownList(purpose: string, sentFor: string): Entry;
  takeAll(): Entry[];
}

export function createBacklog(plainList: () => HttpRequest, worthOf: (entry: Entry) => number): Backlog {
  const entries: Entry[] = [];
  let order = 0;

  const take = (entry: Entry): Entry => {
    entries.splice(entries.indexOf(entry), 1);
    return entry;
  };
  const takeBest = (among: readonly Entry[]): Entry | undefined => {
    const [best] = [...among].sort((a, b) => worthOf(b) - worthOf(a) || a.order - b.order);
    return best === undefined ? undefined : take(best);
  };
  const ownList = (purpose: string, sentFor: string): Entry => {
    const ignore = () => {};
    const wanted = { purpose, sentFor, worth: 0, make: plainList };
    return {
      ...{ ...wanted, order: order++, request: plainList(), attempt: 1 as const },
      ...{ internal: true, resolve: ignore, reject: ignore },
    };
  };

  return {
    add: (entry) => void entries.push(entry),
    want: (wanted, settle) =>
      void entries.push({ ...wanted, ...settle, order: order++, request: wanted.make(1), attempt: 1 }),
    entries,
    take,
    takeBest,
    takePlainList: (purpose, sentFor) =>
      takeBest(entries.filter(({ request }) => isPlainList(request))) ?? ownList(purpose, sentFor),
    ownList,
    takeAll: () => entries.splice(0),
  };
}
