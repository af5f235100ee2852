import { type AfterKeyedRequest, type Check, type Probe, probesOf } from '../checks/vocabulary.ts';
import { type Exchange, statusOf } from '../exchange/exchange.ts';
import { closesConnection } from '../exchange/response.ts';
import type { OwnConnection } from '../http/client.ts';
import { definedOnly } from '../text/defined-only.ts';

/** Whether both requests of a pair used one connection; `none` without a first request, or if the connection is unknown. */
type Order = 'held' | 'split' | 'none';

/** Sends the two requests of a pair on a connection. */
interface SendOn {
  readonly probe: (probe: Probe) => Promise<Exchange>;
  /** Sends a plain list with the key. */
  readonly control: (own: OwnConnection) => Promise<Exchange>;
  readonly request: (own: OwnConnection) => Promise<Exchange>;
}

/** The connection of a check that stays open for one more request. */
interface Kept {
  readonly check: Check;
  readonly waiting: Probe;
  readonly own: OwnConnection;
  /** The request of the check on this connection. */
  sent?: Exchange;
  /** Resolves once the check is over. */
  readonly over: Promise<void>;
  readonly end: () => void;
}

/** If this many pairs were split, and none held, the target closes its connections: pairs are not retried. */
const maxSplits = 2;

/** Sends requests right after a request with the key on the same connection, to detect state of connections. */
export function createPairedSending() {
  const carriers = new Map<Check, Probe>();
  const connections = new Map<Probe, OwnConnection>();
  /** The first response by credential: if it was not a 401, other operations reuse it. */
  const fresh = new Map<string, Promise<Exchange>>();
  let kept: Kept | undefined;
  let spare = 0;
  let opened = 0;
  let splits = 0;
  let held = 0;

  const open = (): OwnConnection => ({ id: String(++opened) });
  const spend = (requests: number): boolean => {
    if (spare < requests) return false;
    spare -= requests;
    return true;
  };

  return {
    /**
     * Assigns a request with the key to each request that must follow one, except those that were sent already. Up to `room`
     * further requests may be sent.
     */
    assign(
      checks: readonly (Check | Probe)[],
      room: number,
      wasSent: (probe: Probe) => boolean = () => false,
    ): void {
      spare = room;
      const following = checks.filter(isAfterKeyedRequest);
      const waiting = checks.find((one): one is Probe => one.kind === 'probe' && one.needs.onKept === true);
      const free = carriersAmong(checks)
        .filter((one) => !wasSent(one))
        .slice(0, 2 * following.length);
      // As the quota runs out, requests with the key go one by one, and those without it in between.
      const early = following.length - Math.floor(following.length / 2);
      const inTurn = [...following.slice(0, early), ...following.slice(early).reverse()];
      for (const [index, item] of inTurn.entries()) {
        // The second request must not wait longer than the first.
        const fits = ({ needs }: Probe) => needs.after !== undefined || item.needs.after === undefined;
        const at = index < early ? free.findIndex(fits) : free.findLastIndex(fits);
        const carrier = free[at];
        if (carrier === undefined) continue;
        free.splice(at, 1);
        carriers.set(item, carrier);
        const own = open();
        connections.set(carrier, own);
        if (item.needs.keepsOpen && waiting !== undefined) kept = keep(item, waiting, own);
      }
    },
    /** Waits until a connection stays open for this request, and returns it; undefined if none does. */
    async keptFor(probe: Probe): Promise<OwnConnection | undefined> {
      if (kept?.waiting !== probe) return undefined;
      await kept.over;
      return { ...kept.own, last: true, after: kept.sent };
    },
    /** Ends the wait for the connection of an item, whether or not it sent its request. */
    over(item: Check | Probe): void {
      if (item === kept?.check) kept.end();
    },
    /** Returns the connection of a probe that another request follows. */
    carrierOf: (probe: Probe) => connections.get(probe),
    /** Returns a connection for one request. */
    alone: (): OwnConnection => ({ ...open(), last: true }),
    async send(check: Check, sending: SendOn): Promise<AfterKeyedRequest & { readonly order: Order }> {
      const carrier = carriers.get(check);
      const own = (carrier && connections.get(carrier)) ?? open();
      const staying = check === kept?.check ? own : { ...own, last: true };
      let pair = await sendPair(staying, sending, () => {
        if (carrier !== undefined) return sending.probe(carrier);
        return spend(1) ? sending.control(own) : undefined;
      });
      if (check === kept?.check) kept.sent = pair.exchange;
      const mayHold = pair.control !== undefined && !closesConnection(pair.control);
      const isDoubtful = pair.order === 'split' && mayHold && statusOf(pair.exchange) === 401;
      if (isDoubtful && (held > 0 || splits <= maxSplits) && spend(2)) {
        const again = open();
        pair = await sendPair({ ...again, last: true }, sending, () => sending.control(again));
      }
      const { exchange, control, order } = pair;
      return {
        ...{ exchange, order },
        ...definedOnly({ control: order === 'held' ? control : undefined }),
        onFreshConnection: () => onFreshConnection(exchange, sending),
      };
    },
  };

  async function sendPair(
    own: OwnConnection,
    sending: SendOn,
    sendControl: () => Promise<Exchange> | undefined,
  ) {
    // Even if the first request fails, the second one is sent.
    const control = await sendControl()?.catch(() => undefined);
    const exchange = await sending.request(own);
    const order = orderOf(control?.connection, exchange.connection);
    if (order === 'split') splits++;
    if (order === 'held') held++;
    return { exchange, control, order };
  }

  async function onFreshConnection(exchange: Exchange, sending: SendOn): Promise<Exchange | undefined> {
    const { credential } = exchange.request;
    const known = await fresh.get(credential);
    // A 401 is about its own operation only.
    if (known !== undefined && statusOf(known) !== 401) return known;
    if (!spend(1)) return undefined;
    const sent = sending.request({ ...open(), last: true });
    if (known === undefined) fresh.set(credential, sent);
    return sent;
  }
}

function keep(check: Check, waiting: Probe, own: OwnConnection): Kept {
  let end = () => {};
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { check, waiting, own, over, end };
}

function orderOf(before: number | undefined, after: number | undefined): Order {
  if (before === undefined || after === undefined) return 'none';
  return before === after ? 'held' : 'split';
}

function isAfterKeyedRequest(item: Check | Probe): item is Check {
  return item.kind === 'check' && item.needs.afterKeyedRequest === true;
}

/** Returns the probes that may precede a request without the key, highest priority first. */
export function carriersAmong(checks: readonly (Check | Probe)[]): Probe[] {
  const sent = checks.flatMap(probesOf);
  return [...new Set(sent)].filter(({ needs }) => needs.carries === true);
}
