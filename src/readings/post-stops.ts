import {
  type Exchange,
  hasResponse,
  isCutHere,
  isPassingFault,
  isServed,
  type Responded,
  statusOf,
} from '../exchange/exchange.ts';
import { isCreation, isList, isListRequest, isPost, meaningOf } from '../exchange/picks.ts';
import { capOn, caseOf, jsonOf } from '../exchange/response.ts';
import { isObject } from '../json/read.ts';
import { plainCategory } from '../payloads/valid.ts';

export interface BrokenList {
  /** The first list that was broken. */
  readonly list: Exchange;
  /** The POSTs that may have broken it, in the order they were sent: those not refused or, if all were, all. */
  readonly candidates: readonly Exchange[];
}

/** The most POSTs kept that were refused, that were not, and the most classes. */
const mostKept = 200;

/**
 * Detects that a POST broke the list (reading 12), from the newest good list and the POSTs since then. The queue asks it
 * before each POST, the rules for the verdict. A list may show a POST `listingDelayMs` late.
 */
export function createListHealth(listingDelayMs: number) {
  /** POSTs that the newest good list may not show yet. */
  let unrefused: readonly Exchange[] = [];
  let refused: readonly Exchange[] = [];
  const acceptedClasses = new Set<string>();
  let goodSentAt: number | undefined;
  /** When the newest POST was read that makes a look at the list necessary. */
  let suspectReadAt: number | undefined;
  let firstBad: Exchange | undefined;
  let isConfirmed = false;

  return {
    see(exchange: Exchange): void {
      if (isPost(exchange)) seePost(exchange);
      else if (!isConfirmed && isJudgedList(exchange)) seeList(exchange);
    },
    /** Whether a plain GET /categories must be read before the next POST. */
    needsList: () => !isConfirmed && (suspectReadAt !== undefined || firstBad !== undefined),
    /** Set once a list that was good before is broken twice in a row. No POST may be sent from then on. */
    broken: (): BrokenList | undefined =>
      isConfirmed && firstBad !== undefined
        ? { list: firstBad, candidates: candidates(firstBad) }
        : undefined,
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
    if (isGood(list)) {
      firstBad = undefined;
      goodSentAt = Math.max(goodSentAt ?? 0, list.sentAt);
      if (suspectReadAt !== undefined && suspectReadAt <= list.sentAt) suspectReadAt = undefined;
      const isRecent = ({ readAt }: Exchange) => readAt > list.sentAt - listingDelayMs;
      unrefused = unrefused.filter(isRecent);
      refused = refused.filter(isRecent);
    } else if (goodSentAt === undefined || (firstBad === undefined && candidates(list).length === 0)) {
      // A list that never was good, or broke without any POST, is broken for a reason of its own.
      suspectReadAt = undefined;
    } else {
      isConfirmed = firstBad !== undefined;
      firstBad ??= list;
    }
  }

  /** A new category may take a while to show (reading 6): without a POST after the good list, one before it is to blame. */
  function candidates(list: Exchange): readonly Exchange[] {
    const isSince = ({ readAt }: Exchange) => readAt > (goodSentAt ?? 0);
    const found = [unrefused.filter(isSince), refused.filter(isSince), unrefused, refused]
      .map((posts) => posts.filter(({ sentAt }) => sentAt < list.readAt))
      .find((posts) => posts.length > 0);
    return (found ?? []).toSorted((a, b) => a.sentAt - b.sentAt || a.id - b.id);
  }
}

/** Whether the exchange shows the state of the list: not a failed first attempt, nor one that never reached it. */
function isJudgedList(exchange: Exchange): boolean {
  if (!isListRequest(exchange) || statusOf(exchange) === 401) return false;
  return !isCutHere(exchange) && (exchange.attempt === 2 || !isPassingFault(exchange));
}

/** Whether it is a JSON array, as far as the caps of the kit let it be read. */
function isGood(list: Exchange): boolean {
  return isList(list) && (capOn(list) !== undefined || Array.isArray(jsonOf(list)));
}

/** Detects that the service refuses any further category (reading 21), from valid creations with the key. */
export function createCreationCap() {
  let created = 0;
  let plainSucceeded = false;
  let refused: { readonly status: number; readonly readAt: number } | undefined;
  let reached: { status: number; created: number; shownBy: Exchange } | undefined;
  const roomAfter = new Set<number>();

  return {
    see(exchange: Exchange): void {
      if (!isCreation(exchange) || meaningOf(exchange).kind !== 'valid' || !hasResponse(exchange)) return;
      if (isServed(exchange)) {
        created++;
        plainSucceeded ||= isPlainForm(exchange) && isObject(jsonOf(exchange));
        if (refused !== undefined && isPlainForm(exchange)) roomAfter.add(refused.status);
        refused = undefined;
        return;
      }
      const { status } = exchange.outcome.response;
      // A 401 refuses the caller, not the category.
      if (status < 400 || status >= 500 || status === 401) return;
      const isNext = refused !== undefined && refused.status === status && refused.readAt <= exchange.sentAt;
      if (isNext && plainSucceeded && isPlainForm(exchange))
        reached ??= { status, created, shownBy: exchange };
      // Others may be in flight together with the control: the first one counts.
      if (refused?.status !== status) refused = { status, readAt: exchange.readAt };
    },
    /**
     * Set once a plain creation is refused as the valid creation before it was, though one of its form had succeeded:
     * `created` is how many valid creations succeeded, `shownBy` the plain one that was refused.
     */
    reached: () => reached,
    /** Whether a plain creation succeeded after one was refused with this status. */
    hasRoomAfter: (status: number) => roomAfter.has(status),
  };
}

/** Whether the body is the plain category of `create.created`, byte by byte. */
function isPlainForm({ request: { body = new Uint8Array() } }: Responded): boolean {
  const name = /^{"name":"([a-z]{3,16})"/.exec(Buffer.from(body).toString())?.[1];
  return name !== undefined && plainCategory(name).equals(body);
}
