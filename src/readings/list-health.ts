import { capOn, caseOf, jsonOf } from '../exchange/answer.ts';
import { type Exchange, isPassingFault, isServed, statusOf } from '../exchange/exchange.ts';
import { isList, isListRequest, isPost, meaningOf } from '../exchange/picks.ts';

export interface BrokenList {
  /** The first list that was broken. */
  readonly list: Exchange;
  /** The POSTs that may have broken it, in the order they were sent: those not refused or redirected or, if all were, all. */
  readonly candidates: readonly Exchange[];
}

/** Keeps at most this many POSTs that were refused, as many that were not, and as many classes. */
const mostKept = 200;

/**
 * Whether a POST broke the list (reading 12), told from the newest good list and the POSTs since then: asked by the queue
 * before each POST, and by the rules for the verdict. A list may show a POST `listingDelayMs` late.
 */
export function createListHealth(listingDelayMs: number) {
  /** POSTs that the newest good list may not show yet. */
  let unrefused: readonly Exchange[] = [];
  let refused: readonly Exchange[] = [];
  const acceptedClasses = new Set<string>();
  let goodSentAt: number | undefined;
  /** When the newest POST was read after which the list has to be read. */
  let suspectReadAt: number | undefined;
  let firstBad: Exchange | undefined;
  let isConfirmed = false;

  const broken = (): BrokenList | undefined =>
    isConfirmed && firstBad !== undefined ? { list: firstBad, candidates: candidates(firstBad) } : undefined;

  return {
    see(exchange: Exchange): void {
      if (isPost(exchange)) seePost(exchange);
      else if (isJudgedList(exchange)) seeList(exchange);
    },
    /** Whether a plain GET /categories must be read before the next POST. */
    needsList: () => !isConfirmed && (suspectReadAt !== undefined || firstBad !== undefined),
    /** Set once a list that was served before is broken twice in a row. No POST may be sent from then on. */
    broken,
    /** Why no POST may be sent, as a sentence; undefined while one may. */
    whyNoPost: (): string | undefined =>
      isConfirmed ? 'no more POSTs are sent because the list is broken (see list.ok)' : undefined,
  };

  function seePost(exchange: Exchange): void {
    const status = statusOf(exchange);
    if (status === 429) return;
    if (status !== undefined && status >= 300 && status < 500) {
      refused = [...refused, exchange].slice(-mostKept);
      return;
    }
    unrefused = [...unrefused, exchange].slice(-mostKept);
    if (isSuspect(exchange)) suspectReadAt = exchange.readAt;
  }

  /** A POST that failed on the server's side, or the first accepted body of an invalid class. */
  function isSuspect(exchange: Exchange): boolean {
    if (!isServed(exchange)) return true;
    if (meaningOf(exchange).kind === 'valid') return false;
    const { size } = acceptedClasses;
    return size < mostKept && acceptedClasses.add(caseOf(exchange)).size > size;
  }

  function seeList(list: Exchange): void {
    if (isConfirmed) return;
    if (isGood(list)) {
      firstBad = undefined;
      goodSentAt = Math.max(goodSentAt ?? 0, list.sentAt);
      if (suspectReadAt !== undefined && suspectReadAt <= list.sentAt) suspectReadAt = undefined;
      const isRecent = ({ readAt }: Exchange) => readAt > list.sentAt - listingDelayMs;
      unrefused = unrefused.filter(isRecent);
      refused = refused.filter(isRecent);
      return;
    }
    // A list that never was served, or broke without any POST, is broken for a reason of its own.
    if (goodSentAt === undefined || (firstBad === undefined && candidates(list).length === 0)) {
      suspectReadAt = undefined;
      return;
    }
    isConfirmed = firstBad !== undefined;
    firstBad ??= list;
  }

  /** A new category may take a while to show (reading 6): if no POST came after the good list, one shortly before it is to blame. */
  function candidates(list: Exchange): readonly Exchange[] {
    const since = (posts: readonly Exchange[]) => posts.filter(({ readAt }) => readAt > (goodSentAt ?? 0));
    const sets = [since(unrefused), since(refused), unrefused, refused];
    const found = sets
      .map((posts) => posts.filter(({ sentAt }) => sentAt < list.readAt))
      .find((posts) => posts.length > 0);
    return (found ?? []).toSorted((a, b) => a.sentAt - b.sentAt || a.id - b.id);
  }
}

/** A plain list that says whether the list works: not a failed first attempt, nor one that says nothing about the list. */
function isJudgedList(exchange: Exchange): boolean {
  if (!isListRequest(exchange) || statusOf(exchange) === 401) return false;
  const { outcome, attempt } = exchange;
  if (outcome.kind === 'fault' && ['aborted', 'proxy'].includes(outcome.fault.kind)) return false;
  return attempt === 2 || !isPassingFault(exchange);
}

/** A JSON array, as far as the limits of the kit let it be read. */
function isGood(list: Exchange): boolean {
  return isList(list) && (capOn(list) !== undefined || Array.isArray(jsonOf(list)));
}
