import {
  type Exchange,
  hasResponse,
  isServed,
  isTransientFault,
  isUnavailable,
  type Responded,
  statusOf,
  wasCutLocally,
} from '../exchange/exchange.ts';
import { hasKey, isCreation, isList, isListRequest, isPost, meaningOf } from '../exchange/picks.ts';
import { capOn, caseOf, jsonOf } from '../exchange/response.ts';
import { isObject } from '../json/read.ts';
import { plainCategory, unlikeCategory } from '../payloads/valid.ts';
import { traitsOf } from '../spec/catalog.ts';
import { isAged } from './quota.ts';

export interface BrokenList {
  /** The first broken list. */
  readonly list: Exchange;
  /** The POSTs that may have broken it, in the order sent: those not refused, or all if all were refused. */
  readonly candidates: readonly Exchange[];
}

/** Maximum numbers of refused POSTs, other POSTs, and classes that are kept. */
const maxKept = 200;

/**
 * Detects that a POST broke the list, from the newest good list and the POSTs since then, or that every POST is redirected. The
 * queue checks it before each POST, and rules take the verdict from it. A list may show a POST `listingDelayMs` late.
 */
export function createListHealth(listingDelayMs: number) {
  /** POSTs that the newest good list may not show yet. */
  let unrefused: readonly Exchange[] = [];
  let refused: readonly Exchange[] = [];
  const acceptedClasses = new Set<string>();
  let goodSentAt: number | undefined;
  /** When the newest POST was read after which the list must be checked. */
  let suspectReadAt: number | undefined;
  let firstBad: Exchange | undefined;
  /** The first bad list, once the next one was bad too. */
  let broken: Exchange | undefined;
  const redirects = createRedirects();

  return {
    see(exchange: Exchange): void {
      redirects.see(exchange);
      if (isPost(exchange)) seePost(exchange);
      else if (broken === undefined && isJudgedList(exchange)) seeList(exchange);
    },
    /** Whether the next POST must wait for a plain GET /categories. */
    needsList: () => broken === undefined && (suspectReadAt !== undefined || firstBad !== undefined),
    /** Set once a previously good list is broken twice in a row. No more POSTs may be sent then. */
    broken: (): BrokenList | undefined => broken && { list: broken, candidates: candidates(broken) },
    /** Why no POST may be sent, or undefined if one may. */
    whyNoPost(): string | undefined {
      if (broken !== undefined) return 'no more POSTs are sent because the list is broken (see list.ok)';
      return redirects.everyPost()
        ? 'no more POSTs are sent because every POST is redirected (see create.created)'
        : undefined;
    },
  };

  function seePost(exchange: Exchange): void {
    const status = statusOf(exchange) ?? 0;
    if (status === 429) return;
    if (status >= 300 && status < 500) {
      refused = [...refused, exchange].slice(-maxKept);
      return;
    }
    unrefused = [...unrefused, exchange].slice(-maxKept);
    if (isSuspect(exchange)) suspectReadAt = exchange.readAt;
  }

  /**
   * Checks whether a POST may break the list: a server fault, or the first accepted body of an invalid class. Bodies that may
   * be valid come after lists only in `thorough`, because the smallest quota has no room for more lists.
   */
  function isSuspect(exchange: Exchange): boolean {
    if (!isServed(exchange)) return true;
    const { request, sentFor } = exchange;
    const isUnstatedProbe = traitsOf(sentFor).silent === true && request.generated === undefined;
    if (meaningOf(exchange).kind !== 'violates' && !isUnstatedProbe) return false;
    const { size } = acceptedClasses;
    return size < maxKept && acceptedClasses.add(caseOf(exchange)).size > size;
  }

  function seeList(list: Exchange): void {
    if (isGood(list)) {
      firstBad = undefined;
      goodSentAt = Math.max(goodSentAt ?? 0, list.sentAt);
      if ((suspectReadAt ?? Number.POSITIVE_INFINITY) <= list.sentAt) suspectReadAt = undefined;
      const isRecent = ({ readAt }: Exchange) => readAt > list.sentAt - listingDelayMs;
      unrefused = unrefused.filter(isRecent);
      refused = refused.filter(isRecent);
    } else if (goodSentAt === undefined || candidates(list).length === 0) {
      // No POST is to blame for a list that was never good, or broke without a POST.
      suspectReadAt = undefined;
    } else {
      broken = firstBad;
      firstBad ??= list;
    }
  }

  /** Lists the suspects. A list may be delayed, so without a POST since the good list, earlier ones count. */
  function candidates(list: Exchange): readonly Exchange[] {
    const isSince = ({ readAt }: Exchange) => readAt > (goodSentAt ?? 0);
    const found = [unrefused.filter(isSince), refused.filter(isSince), unrefused, refused]
      .map((posts) => posts.filter(({ sentAt }) => sentAt < list.readAt))
      .find((posts) => posts.length > 0);
    return (found ?? []).toSorted((a, b) => a.sentAt - b.sentAt || a.id - b.id);
  }
}

/**
 * Detects that every POST is redirected whatever its body is, as by a router that adds a slash. A valid body alone does not show
 * that, because a server may redirect to what it created.
 */
function createRedirects() {
  const redirected = new Set<'list' | 'valid body' | 'other body'>();
  let isPostServed = false;

  return {
    see(exchange: Exchange): void {
      const status = statusOf(exchange);
      if (status === undefined || !hasKey(exchange)) return;
      const isRedirect = status >= 300 && status < 400;
      if (isPost(exchange)) {
        if (isRedirect) redirected.add(meaningOf(exchange).kind === 'valid' ? 'valid body' : 'other body');
        else if (!isUnavailable(exchange)) isPostServed = true;
      } else if (isRedirect && isListRequest(exchange)) redirected.add('list');
    },
    everyPost: () => !isPostServed && redirected.has('valid body') && redirected.size > 1,
  };
}

/** Checks whether the exchange shows the state of the list: not a retried attempt, nor one that was cut off locally. */
function isJudgedList(exchange: Exchange): boolean {
  if (!isListRequest(exchange) || statusOf(exchange) === 401) return false;
  return !wasCutLocally(exchange) && (exchange.attempt === 2 || !isTransientFault(exchange));
}

/** Checks whether the list is a JSON array, or too long to read. */
function isGood(list: Exchange): boolean {
  return isList(list) && (capOn(list) !== undefined || Array.isArray(jsonOf(list)));
}

/** Maximum number of responses to invalid bodies that are kept, and of characters of each. */
const responsesKept = 50;
const charactersKept = 1_000;

/** Why the kit concludes that the server accepts no more categories. */
export interface ReachedCap {
  readonly status: number;
  /** How many valid creations succeeded before. */
  readonly created: number;
  /** The refused plain creation. */
  readonly shownBy: Responded;
  /** Whether the response may come from a cache: it has an Age header, or an invalid body got the same one before. */
  readonly isDoubtful: boolean;
}

/** Detects that the server refuses any further category, from creations with the key. */
export function createCreationCap() {
  let created = 0;
  let plainSucceeded = false;
  let refused: { readonly status: number; readonly readAt: number } | undefined;
  let reached: ReachedCap | undefined;
  let refuted: ReachedCap | undefined;
  const toInvalid = new Set<string>();
  const roomAfter = new Set<number>();

  return {
    see(exchange: Exchange): void {
      if (!isCreation(exchange) || !hasResponse(exchange)) return;
      if (meaningOf(exchange).kind !== 'valid') {
        if (toInvalid.size < responsesKept && !isServed(exchange)) toInvalid.add(startOf(exchange));
        return;
      }
      if (isServed(exchange)) {
        created++;
        if (reached !== undefined && exchange.sentAt >= reached.shownBy.readAt) refuted ??= reached;
        plainSucceeded ||= isPlainForm(exchange) && isObject(jsonOf(exchange));
        if (refused !== undefined && isPlainForm(exchange)) roomAfter.add(refused.status);
        refused = undefined;
        return;
      }
      const { status } = exchange.outcome.response;
      // A 401 refuses the client, not the category.
      if (status < 400 || status >= 500 || status === 401) return;
      const isNext = refused !== undefined && refused.status === status && refused.readAt <= exchange.sentAt;
      if (isNext && plainSucceeded && isPlainForm(exchange)) {
        const isDoubtful = isAged(exchange) || toInvalid.has(startOf(exchange));
        reached ??= { status, created, shownBy: exchange, isDoubtful };
      }
      // Other creations may be in flight with the control request: the first refusal counts.
      if (refused?.status !== status) refused = { status, readAt: exchange.readAt };
    },
    /**
     * Set once a plain creation gets the same refusal as the valid creation before it, although a plain one succeeded
     * earlier, and until one succeeds later.
     */
    reached: () => (refuted === undefined ? reached : undefined),
    /** Set once a valid creation succeeded after the cap seemed to be reached. */
    refuted: () => refuted,
    /** Whether a plain creation succeeded after one was refused with this status. */
    hasRoomAfter: (status: number) => roomAfter.has(status),
  };
}

/** Returns status and body of a response, cut, to compare it with others. */
function startOf({ outcome: { response } }: Responded): string {
  const body = Buffer.from(response.body.subarray(0, charactersKept)).toString('latin1');
  return `${response.status} ${body}`;
}

/** Checks whether the body is a plain category that the kit sends as a control request, byte for byte. */
function isPlainForm({ request: { body = new Uint8Array() } }: Responded): boolean {
  const fields = /^{"name":"([a-z]{3,16})","description":"([a-z ]+)"}$/.exec(Buffer.from(body).toString());
  const [, name = '', description = ''] = fields ?? [];
  return plainCategory(name).equals(body) || unlikeCategory(description).equals(body);
}
