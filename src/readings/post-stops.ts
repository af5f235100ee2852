import {
  type Exchange,
  hasResponse,
  isServed,
  isSuperseded,
  isUnavailable,
  type Responded,
  statusOf,
  wasClosedOnEnd,
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
  /**
   * The POSTs that may have broken the list, in the order in which they were sent. Refused POSTs count only if there are no
   * other candidates.
   */
  readonly candidates: readonly Exchange[];
}

interface Health {
  readonly listingDelayMs: number;
  /** The POSTs that the newest good list may not show yet. */
  posts: readonly Exchange[];
  readonly acceptedClasses: Set<string>;
  goodSentAt: number | undefined;
  /** When the kit read the response to the newest POST after which the list must be checked. */
  suspectReadAt: number | undefined;
  firstBad: Exchange | undefined;
  /** The first bad list, once the next list was bad, too. */
  broken: Exchange | undefined;
}

/**
 * Detects from the newest good list and the POSTs since then that a POST broke the list. Also detects that every POST is
 * redirected. The queue checks for both before each POST, and rules base their verdicts on the results. A list may show a
 * POST `listingDelayMs` late.
 */
export function createListHealth(listingDelayMs: number) {
  const health: Health = {
    listingDelayMs,
    posts: [],
    acceptedClasses: new Set(),
    goodSentAt: undefined,
    suspectReadAt: undefined,
    firstBad: undefined,
    broken: undefined,
  };
  const redirects = createRedirects();

  return {
    see(exchange: Exchange): void {
      redirects.see(exchange);
      if (isPost(exchange)) seePost(health, exchange);
      else if (health.broken === undefined && isJudgedList(exchange)) seeList(health, exchange);
    },
    /** Whether the next POST must wait for a plain GET /categories. */
    needsList: () =>
      health.broken === undefined && (health.suspectReadAt !== undefined || health.firstBad !== undefined),
    /** Says that the target was away, so that a list must show what was lost before the next POST is sent. */
    wasAway(at: number): void {
      health.suspectReadAt = at;
    },
    /** Set once a previously good list is broken twice in a row. After that, no more POSTs may be sent. */
    broken: (): BrokenList | undefined =>
      health.broken && { list: health.broken, candidates: candidates(health, health.broken) },
    /** Why no POST may be sent, or undefined if a POST may be sent. */
    whyNoPost(): string | undefined {
      if (health.broken !== undefined)
        return 'no more POSTs are sent because the list is broken (see list.ok)';
      return redirects.everyPost()
        ? 'no more POSTs are sent because every POST is redirected (see create.created)'
        : undefined;
    },
  };
}

function seePost(health: Health, exchange: Exchange): void {
  if (statusOf(exchange) === 429) return;
  health.posts = [...health.posts, exchange];
  if (!isRefused(exchange) && isSuspect(health, exchange)) health.suspectReadAt = exchange.readAt;
}

function isRefused(exchange: Exchange): boolean {
  if (wasClosedOnEnd(exchange)) return true;
  const status = statusOf(exchange) ?? 0;
  return status >= 300 && status < 500;
}

/**
 * Checks whether a POST may have broken the list: the server failed on it, or its body is the first of an invalid class that
 * the server accepted. Bodies that may be valid are followed by a list only in `thorough`, because the smallest quota has no
 * room for more lists.
 */
function isSuspect({ acceptedClasses }: Health, exchange: Exchange): boolean {
  if (!isServed(exchange)) return true;
  const { request, sentFor } = exchange;
  const isUnstatedProbe = traitsOf(sentFor).silent === true && request.generated === undefined;
  if (meaningOf(exchange).kind !== 'violates' && !isUnstatedProbe) return false;
  const isFirst = !acceptedClasses.has(caseOf(exchange));
  acceptedClasses.add(caseOf(exchange));
  return isFirst;
}

function seeList(health: Health, list: Exchange): void {
  if (isGood(list)) {
    health.firstBad = undefined;
    health.goodSentAt = Math.max(health.goodSentAt ?? 0, list.sentAt);
    if ((health.suspectReadAt ?? Number.POSITIVE_INFINITY) <= list.sentAt) health.suspectReadAt = undefined;
    health.posts = health.posts.filter(({ readAt }) => readAt > list.sentAt - health.listingDelayMs);
  } else if (health.goodSentAt === undefined || candidates(health, list).length === 0) {
    // No POST is to blame for a list that was never good, or that broke without a POST.
    health.suspectReadAt = undefined;
  } else {
    health.broken = health.firstBad;
    health.firstBad ??= list;
  }
}

/**
 * Lists the suspects: POSTs since the newest good list, or earlier ones, because a list may be delayed. Refused POSTs count
 * only if there are no other suspects.
 */
function candidates({ posts, goodSentAt = 0 }: Health, list: Exchange): readonly Exchange[] {
  const before = posts.filter(({ sentAt }) => sentAt < list.readAt);
  const since = before.filter(({ readAt }) => readAt > goodSentAt);
  const found = [since, before]
    .flatMap((some) => [some.filter((one) => !isRefused(one)), some])
    .find((some) => some.length > 0);
  return (found ?? []).toSorted((a, b) => a.sentAt - b.sentAt || a.id - b.id);
}

/**
 * Detects that every POST is redirected regardless of its body, for example by a router that adds a slash. A redirect after a
 * valid body alone does not show that, because a server may redirect to what it created.
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

/** Checks whether the exchange shows the state of the list. It does, unless it is a transient failure or was cut off locally. */
function isJudgedList(exchange: Exchange): boolean {
  if (!isListRequest(exchange) || statusOf(exchange) === 401) return false;
  return !isSuperseded(exchange);
}

/** Checks whether the list is a JSON array, or too long to read. */
function isGood(list: Exchange): boolean {
  return isList(list) && (capOn(list) !== undefined || Array.isArray(jsonOf(list)));
}

/** Why the kit concludes that the server accepts no more categories. */
export interface ReachedCap {
  readonly status: number;
  /** How many valid creations succeeded before the refusal. */
  readonly created: number;
  /** The refused plain creation. */
  readonly shownBy: Responded;
  /** Whether the response may come from a cache: it has an Age header, or an invalid body got the same response before. */
  readonly isDoubtful: boolean;
}

/** Detects, from creations with the key, that the server refuses to create any more categories. */
export function createCreationCap() {
  let created = 0;
  let plainSucceeded = false;
  let refused: { readonly status: number; readonly readAt: number } | undefined;
  let reached: ReachedCap | undefined;
  let refuted: ReachedCap | undefined;
  const toInvalid = new Set<string>();

  return {
    see(exchange: Exchange): void {
      if (!isCreation(exchange) || !hasResponse(exchange)) return;
      if (meaningOf(exchange).kind !== 'valid') {
        if (!isServed(exchange)) toInvalid.add(startOf(exchange));
        return;
      }
      if (isServed(exchange)) {
        created++;
        if (reached !== undefined && exchange.sentAt >= reached.shownBy.readAt) refuted ??= reached;
        plainSucceeded ||= isPlainForm(exchange) && isObject(jsonOf(exchange));
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
      // Other creations may be in flight with the control request, so the first refusal counts.
      if (refused?.status !== status) refused = { status, readAt: exchange.readAt };
    },
    /**
     * Set if a plain creation succeeded earlier, but now a valid creation and the plain one after it get the same refusal.
     * Cleared once a valid creation succeeds again.
     */
    reached: () => (refuted === undefined ? reached : undefined),
    /** Set once a valid creation succeeds after the cap seemed to have been reached. */
    refuted: () => refuted,
  };
}

/** How many bytes of a body are compared. */
const compared = 1_000;

function startOf({ outcome: { response } }: Responded): string {
  return `${response.status} ${Buffer.from(response.body.subarray(0, compared)).toString('latin1')}`;
}

/** Checks whether the body is a plain category that the kit sends as a control request, byte for byte. */
function isPlainForm({ request: { body = new Uint8Array() } }: Responded): boolean {
  const fields = /^{"name":"([a-z]{3,16})","description":"([a-z ]+)"}$/.exec(Buffer.from(body).toString());
  const [, name = '', description = ''] = fields ?? [];
  return plainCategory(name).equals(body) || unlikeCategory(description).equals(body);
}
