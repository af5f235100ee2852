import { type AfterKeyedRequest, type Check, type Probe, probesOf } from '../checks/vocabulary.ts';
import { type Exchange, statusOf } from '../exchange/exchange.ts';
import { closesConnection } from '../exchange/response.ts';
import type { OwnConnection } from '../http/client.ts';
import { definedOnly } from '../text/defined-only.ts';

/** Whether both requests of a pair used the same connection. `unknown` can also mean that there was no first request. */
type ConnectionUse = 'held' | 'split' | 'unknown';

/** Sends the two requests of a pair on a connection. */
interface SendOn {
  readonly probe: (probe: Probe) => Promise<Exchange>;
  /** Sends a plain list with the key. */
  readonly control: (own: OwnConnection) => Promise<Exchange>;
  /** Sends the other request. `isPaired` is true if the request must follow the list on the same connection. */
  readonly request: (own: OwnConnection, isPaired: boolean) => Promise<Exchange>;
}

/** A check whose request follows a request with the key. */
interface Pair {
  readonly check: Check;
  /** The request with the key. */
  readonly carrier: Probe;
  readonly own: OwnConnection;
  /** One more request on this connection, which is sent once the check is over. */
  readonly next?: Probe | undefined;
  /** The exchange of the check, once its request has been sent. */
  sent?: Exchange;
}

/**
 * The maximum number of pairs that are sent again because their requests used two connections. A target that splits more pairs
 * than that closes its connections by design. The limit also ensures that a run sends at most 42 requests without the key.
 */
const maxRepeats = 2;

/** Creates the state of the pairs: which requests form them, and what has been sent so far. */
function createPairs() {
  return {
    assigned: [] as Pair[],
    /** The first response on a fresh connection, by credential. Unless it is a 401, it also counts for the other operations. */
    fresh: new Map<string, Promise<Exchange>>(),
    /** How many requests may still be sent in addition to the plan. */
    spare: 0,
    opened: 0,
    repeats: 0,
  };
}

type Pairs = ReturnType<typeof createPairs>;

/**
 * Sends requests right after a request with the key on the same connection, to detect state that the server keeps for a
 * connection.
 */
export function createPairedSending() {
  const pairs = createPairs();
  return {
    /**
     * Assigns a request with the key to each request that must follow one, unless the request with the key was already sent. Up
     * to `room` more requests may be sent.
     */
    assign(checks: readonly (Check | Probe)[], room: number, wasSent: (probe: Probe) => boolean): void {
      pairs.spare = room;
      assign(pairs, checks, wasSent);
    },
    /**
     * Waits for the check that leaves its connection open for this request, and returns the connection; undefined if no
     * check does so.
     */
    async keptFor(probe: Probe, isOver: (check: Check) => Promise<void>): Promise<OwnConnection | undefined> {
      const pair = pairs.assigned.find(({ next }) => next === probe);
      if (pair === undefined) return undefined;
      await isOver(pair.check);
      return { ...pair.own, last: true, after: pair.sent };
    },
    /** Returns the connection of a probe that another request follows. */
    carrierOf: (probe: Probe) => pairs.assigned.find(({ carrier }) => carrier === probe)?.own,
    send: (check: Check, sending: SendOn) => sendAfterKeyed(pairs, check, sending),
  };
}

function newConnection(pairs: Pairs): OwnConnection {
  pairs.opened++;
  return { id: String(pairs.opened) };
}

/** Takes some of the spare requests. Returns false if there are not enough. */
function spend(pairs: Pairs, requests: number): boolean {
  if (pairs.spare < requests) return false;
  pairs.spare -= requests;
  return true;
}

function assign(pairs: Pairs, checks: readonly (Check | Probe)[], wasSent: (probe: Probe) => boolean): void {
  const following = checks.filter(isAfterKeyedRequest);
  const waiting = checks.filter((one): one is Probe => one.kind === 'probe' && one.needs.onKept === true);
  const free = carriersAmong(checks)
    .filter((one) => !wasSent(one))
    .slice(0, 2 * following.length);
  // The second half of the checks follows the last requests with the key. When the quota runs out, these requests are sent one
  // by one, so other requests fit in between.
  const early = following.length - Math.floor(following.length / 2);
  const inTurn = [...following.slice(0, early), ...following.slice(early).reverse()];
  for (const [index, item] of inTurn.entries()) {
    // If the check must wait for an earlier probe, the request with the key must wait for an earlier probe, too.
    const fits = ({ needs }: Probe) => needs.after !== undefined || item.needs.after === undefined;
    const at = index < early ? free.findIndex(fits) : free.findLastIndex(fits);
    const carrier = free[at];
    if (carrier === undefined) continue;
    free.splice(at, 1);
    // A request that must come before the pair cannot follow it.
    const next = item.needs.keepsOpen
      ? waiting.find((one) => !comesAfter(carrier, one) && !comesAfter(item, one))
      : undefined;
    if (next !== undefined) waiting.splice(waiting.indexOf(next), 1);
    pairs.assigned.push({ check: item, carrier, own: newConnection(pairs), next });
  }
}

/** Checks whether a request is sent only after this probe, directly or through other requests. */
function comesAfter({ needs: { after } }: Check | Probe, one: Probe): boolean {
  return after !== undefined && (after === one || comesAfter(after, one));
}

async function sendAfterKeyed(
  pairs: Pairs,
  check: Check,
  sending: SendOn,
): Promise<AfterKeyedRequest & { readonly connectionUse: ConnectionUse }> {
  const assigned = pairs.assigned.find((one) => one.check === check);
  const own = assigned?.own ?? newConnection(pairs);
  const staying = assigned?.next === undefined ? { ...own, last: true } : own;
  let pair = await sendPair(staying, sending, () => {
    if (assigned !== undefined) return sending.probe(assigned.carrier);
    return spend(pairs, 1) ? sending.control(own) : undefined;
  });
  if (assigned !== undefined) assigned.sent = pair.exchange;
  const mayHold = pair.control !== undefined && !closesConnection(pair.control);
  // If the control request used another connection, a 401 shows nothing about the state of a connection.
  const isDoubtful = pair.connectionUse === 'split' && mayHold && statusOf(pair.exchange) === 401;
  if (isDoubtful && pairs.repeats < maxRepeats && spend(pairs, 2)) {
    pairs.repeats++;
    const again = newConnection(pairs);
    pair = await sendPair({ ...again, last: true }, sending, () => sending.control(again));
  }
  const { exchange, control, connectionUse } = pair;
  return {
    exchange,
    connectionUse,
    ...definedOnly({ control: connectionUse === 'held' ? control : undefined }),
    onFreshConnection: () => onFreshConnection(pairs, exchange, sending),
  };
}

async function sendPair(
  own: OwnConnection,
  sending: SendOn,
  sendControl: () => Promise<Exchange> | undefined,
) {
  // The second request is sent even if the first one fails.
  const control = await sendControl()?.catch(() => undefined);
  const exchange = await sending.request(own, true);
  return { exchange, control, connectionUse: useOf(control?.connection, exchange.connection) };
}

/** Sends the request of a pair again on a fresh connection, or returns an earlier response that serves the same purpose. */
async function onFreshConnection(
  pairs: Pairs,
  exchange: Exchange,
  sending: SendOn,
): Promise<Exchange | undefined> {
  const { credential } = exchange.request;
  const known = await pairs.fresh.get(credential);
  // A 401 says something only about the operation that returned it.
  if (known !== undefined && statusOf(known) !== 401) return known;
  if (!spend(pairs, 1)) return undefined;
  const sent = sending.request({ ...newConnection(pairs), last: true }, false);
  if (known === undefined) pairs.fresh.set(credential, sent);
  return sent;
}

function useOf(before: number | undefined, after: number | undefined): ConnectionUse {
  if (before === undefined || after === undefined) return 'unknown';
  return before === after ? 'held' : 'split';
}

/** Checks whether an item is a check whose request follows a request with the key. */
export function isAfterKeyedRequest(item: Check | Probe): item is Check {
  return item.kind === 'check' && item.needs.afterKeyedRequest === true;
}

/** Returns the probes that may precede a request without the key, highest priority first. */
export function carriersAmong(checks: readonly (Check | Probe)[]): Probe[] {
  const sent = checks.flatMap(probesOf);
  return [...new Set(sent)].filter(({ needs }) => needs.carries === true);
}
