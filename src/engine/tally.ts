import { curlWordsOf, rankOf } from '../exchange/credentials.ts';
import { type Credential, type Exchange, hasResponse, statusOf } from '../exchange/exchange.ts';
import type { Mismatch, Occurrence } from '../exchange/finding.ts';
import { closesConnection, placeOf } from '../exchange/response.ts';
import { joinedReason, type Reason } from '../spec/reasons.ts';
import { definedOnly } from '../text/defined-only.ts';

/** An occurrence of a cause, and the exchange that shows it. */
export interface ShownOccurrence {
  readonly mismatch: Mismatch;
  readonly exchange?: Exchange;
  /** The first exchange that showed the cause, before the search for a smaller body. */
  readonly firstFound?: Exchange;
}

/** All occurrences of one cause of a requirement. */
export interface Cause {
  /** The simplest occurrence. Of equally simple ones, the first is kept. */
  shown: ShownOccurrence;
  count: number;
  /** How many of the occurrences may come from a body that the server left unread on the connection. */
  afterUnread: number;
  readonly instances: Set<string>;
  readonly places: Map<string, number>;
  readonly statuses: Set<number | undefined>;
  /**
   * For each operation that shows the cause: the simplest occurrence, a credential, the status that its request got, and all
   * forms of the requests.
   */
  readonly operations: Map<string, ShownBy>;
}

interface ShownBy extends Forms {
  readonly shown: ShownOccurrence;
  readonly credential: Credential;
  readonly status: number | undefined;
}

/** How the requests to an operation were formed: their credentials, and the kinds of their generated bodies. */
export interface Forms {
  readonly credentials: Set<string>;
  readonly kinds: Set<string>;
}

/** Returns an empty tally. */
export function emptyTally() {
  return {
    /** How many responses, or cases without a response, were judged. Several checks and rules may judge the same response. */
    tested: 0,
    /** The responses that were counted as passed, each with its place, and those that failed. */
    passedBy: new WeakMap<Exchange, string>(),
    failedBy: new WeakSet<Exchange>(),
    causes: new Map<string, Cause>(),
    /** Places or cases where the requirement passed, with counts. */
    alsoCorrect: new Map<string, number>(),
    /** The forms with which the requirement passed, by operation. */
    forms: new Map<string, Forms>(),
    reasons: [] as ({ why: Reason } & LeftOut)[],
    /** Observations, with counts. */
    seen: new Map<string, number>(),
    /** A note that is shown even if the requirement passes. */
    note: undefined as string | undefined,
  };
}

/** The results of a requirement so far. */
export type Tally = ReturnType<typeof emptyTally>;

const maxInstances = 20;
const maxPlaces = 12;
const maxAlsoCorrect = 60;
const maxSeen = 16;

/**
 * Adds an occurrence to its cause. The response that shows it no longer counts as passed. The numbers of cases and places are
 * capped, to keep reports readable.
 */
export function addOccurrence(tally: Tally, occurrence: Omit<Occurrence, 'requirement'>, count = 1): void {
  const { exchange, firstFound, instance, ...mismatch } = occurrence;
  tally.tested += exchange !== undefined && tally.failedBy.has(exchange) ? count - 1 : count;
  if (exchange !== undefined) fail(tally, exchange);
  const { cause } = mismatch;
  const shown: ShownOccurrence = { mismatch, ...definedOnly({ exchange, firstFound }) };
  const known: Cause = tally.causes.get(cause) ?? {
    shown,
    count: 0,
    afterUnread: 0,
    instances: new Set<string>(),
    places: new Map<string, number>(),
    statuses: new Set<number | undefined>(),
    operations: new Map(),
  };
  tally.causes.set(cause, known);
  known.shown = simplerOf(known.shown, shown);
  known.count += count;
  if (instance !== undefined && known.instances.size < maxInstances) known.instances.add(instance);
  if (exchange === undefined) return;
  if (mayFollowUnread(exchange)) known.afterUnread++;
  countAt(known.places, placeOf(exchange), maxPlaces, count);
  known.statuses.add(statusOf(exchange));
  addOperation(known.operations, exchange, shown);
}

/** Remembers that the requirement fails with a response, even if a check or a rule that looks at something else passed. */
function fail(tally: Tally, exchange: Exchange): void {
  const { passedBy, failedBy, alsoCorrect } = tally;
  failedBy.add(exchange);
  const place = passedBy.get(exchange);
  if (place === undefined) return;
  passedBy.delete(exchange);
  tally.tested--;
  const passed = alsoCorrect.get(place) ?? 0;
  if (passed > 1) alsoCorrect.set(place, passed - 1);
  else alsoCorrect.delete(place);
}

/** Adds an operation. Of several credentials, the plainest is kept, because the order of concurrent requests varies. */
function addOperation(operations: Cause['operations'], exchange: Exchange, shown: ShownOccurrence): void {
  const { operation, credential } = exchange.request;
  const known = operations.get(operation) ?? { shown, credential, status: statusOf(exchange), ...noForms() };
  const isPlainer = rankOf(credential) < rankOf(known.credential);
  operations.set(operation, {
    ...known,
    ...(isPlainer ? { credential, status: statusOf(exchange) } : {}),
    ...addForm(known, exchange),
    shown: simplerOf(known.shown, shown),
  });
}

function noForms(): Forms {
  return { credentials: new Set(), kinds: new Set() };
}

function addForm({ credentials, kinds }: Forms, { request }: Exchange): Forms {
  credentials.add(request.credential);
  if (request.generated !== undefined) kinds.add(request.generated.faultClass.id);
  return { credentials, kinds };
}

/**
 * Checks whether the server may have treated the unread body of a refused request as the beginning of the next request: the
 * next request followed on the same connection and got an error, and the server closed the connection.
 */
function mayFollowUnread(exchange: Exchange): boolean {
  const { follows } = exchange;
  const before = (follows && statusOf(follows)) ?? 0;
  const wasRefused = before >= 400 && before < 500 && (follows?.request.body?.length ?? 0) > 0;
  if (!wasRefused) return false;
  return !hasResponse(exchange) || ((statusOf(exchange) ?? 0) >= 400 && closesConnection(exchange));
}

/** Returns the second occurrence if its request is simpler than the first one's, and the first one otherwise. */
export function simplerOf(first: ShownOccurrence, second: ShownOccurrence): ShownOccurrence {
  const [one, other] = [first.exchange, second.exchange];
  if (one === undefined || other === undefined || !hasResponse(one) || !hasResponse(other)) return first;
  return effortOf(other) < effortOf(one) ? second : first;
}

/**
 * Ranks requests by how hard they are to repeat by hand. A request with a key that only a program can compute is the hardest.
 */
function effortOf({ request: { credential }, follows }: Exchange): number {
  const isPlain = credential === 'none' || credential === 'bearer';
  return (isPlain ? 0 : curlWordsOf(credential) === undefined ? 4 : 2) + (follows === undefined ? 0 : 1);
}

/**
 * Counts an exchange with which the requirement passed. Each exchange counts once, and not at all if the requirement also fails
 * with it.
 */
export function addJudged(tally: Tally, exchange: Exchange, place = placeOf(exchange)): void {
  if (tally.passedBy.has(exchange) || tally.failedBy.has(exchange)) return;
  tally.passedBy.set(exchange, place);
  tally.tested++;
  addPassedBy(tally, exchange, place);
}

/** Adds a place where the requirement passed, and the form of the request that passed. */
export function addPassedBy(
  { alsoCorrect, forms }: Tally,
  exchange: Exchange,
  place: string,
  count = 1,
): void {
  countAt(alsoCorrect, place, maxAlsoCorrect, count);
  const { operation } = exchange.request;
  forms.set(operation, addForm(forms.get(operation) ?? noForms(), exchange));
}

/** Counts a place or a case where the requirement passed. */
export function addPassed(tally: Tally, place: string, count = 1): void {
  countAt(tally.alsoCorrect, place, maxAlsoCorrect, count);
}

/**
 * Counts an observation. If all observations differ, only a few are stored. Throws if the observation is not a string, which can
 * happen only in code that TypeScript does not check.
 */
export function addSeen(tally: Tally, text: string): void {
  if (typeof text !== 'string') throw new TypeError('an observation (seen) must be a string');
  countAt(tally.seen, text, maxSeen, 1);
}

/** What is known about an exchange that was not judged. */
export interface LeftOut {
  /** Whether the request was planned for the requirement, so that the reason counts even if other exchanges were judged. */
  readonly inPart: boolean;
  /** The operation that a form was not sent to, although other forms may have been. */
  readonly operation?: string | undefined;
}

/** Records why an exchange was not judged. Reasons with the same code and class are joined, separately for each operation. */
export function addReason({ reasons }: Tally, why: Reason, { inPart, operation }: LeftOut): void {
  const known = reasons.find(
    (one) =>
      one.why.code === why.code &&
      one.why.class === why.class &&
      one.inPart === inPart &&
      one.operation === operation,
  );
  if (known === undefined) reasons.push({ why, inPart, operation });
  else known.why = joinedReason(known.why, why);
}

function countAt(places: Map<string, number>, place: string, most: number, count: number): void {
  const known = places.get(place);
  if (known !== undefined || places.size < most) places.set(place, (known ?? 0) + count);
}

/** Returns the observations, each with its count. */
export function observationsOf({ seen }: Tally): readonly string[] {
  const words = [...seen].map(([text, count]) => (count > 1 ? `${text} (${count} times)` : text));
  // The observations are sorted, because the order of concurrent requests varies, and reports about the same target must be
  // equal.
  return words.sort();
}

/** Removes the passes and the reasons and, with `findingsToo`, the findings. */
export function withdraw(tally: Tally, { findingsToo }: { readonly findingsToo: boolean }): void {
  if (findingsToo) tally.causes.clear();
  tally.passedBy = new WeakMap();
  tally.alsoCorrect.clear();
  tally.forms.clear();
  tally.reasons.length = 0;
  tally.tested = [...tally.causes.values()].reduce((sum, { count }) => sum + count, 0);
}
