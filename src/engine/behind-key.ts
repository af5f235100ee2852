import { type BehindKey, type Check, type Probe, probesOf } from '../checks/built-in.ts';
import { type Exchange, isAnswer, statusOf } from '../exchange/exchange.ts';
import { fieldLines } from '../exchange/headers.ts';
import type { OwnConnection } from '../http/client.ts';

/** Sends requests that depend on what their connection carried before, in the order that shows it (reading 18). */
interface PairedSending {
  /** Assigns each request that goes behind one with the key such a one; `spare` requests may be sent besides. */
  assign(members: readonly (Check | Probe)[], spare: number): void;
  /** The connection that a probe goes on, where another request goes behind it. */
  carrierOf(probe: Probe): OwnConnection | undefined;
  /** A connection that nothing else goes on. */
  alone(): OwnConnection;
  send(check: Check, sending: SendOn): Promise<BehindKey & { readonly order: Order }>;
}

/** Whether the two of a pair went on one connection; `none` where there was no first one, or the connection is not known. */
type Order = 'held' | 'split' | 'none';

/** How the two requests of a pair are sent, on a connection. */
interface SendOn {
  readonly probe: (probe: Probe) => Promise<Exchange>;
  /** A plain list with the key. */
  readonly control: (own: OwnConnection) => Promise<Exchange>;
  readonly request: (own: OwnConnection) => Promise<Exchange>;
}

/** Where this many pairs were split, and none held, the target closes its connections: no pair is tried again. */
const mostSplits = 2;

export function createPairedSending(): PairedSending {
  const carriers = new Map<Check, Probe>();
  const connections = new Map<Probe, OwnConnection>();
  /** By how the key is presented, the first: what is not refused on one operation is not asked on another. */
  const fresh = new Map<string, Promise<Exchange>>();
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
    assign(members, room) {
      spare = room;
      const free = carriersAmong(members);
      for (const member of members) {
        if (member.kind !== 'check' || member.needs.behindKey !== true) continue;
        // The one behind must not have to wait for more than its control does.
        const at = free.findIndex(
          ({ needs }) => needs.after !== undefined || member.needs.after === undefined,
        );
        const [carrier] = at < 0 ? [] : free.splice(at, 1);
        if (carrier === undefined) continue;
        carriers.set(member, carrier);
        connections.set(carrier, open());
      }
    },
    carrierOf: (probe) => connections.get(probe),
    alone: () => ({ ...open(), last: true }),
    async send(check, sending) {
      const carrier = carriers.get(check);
      const own = (carrier && connections.get(carrier)) ?? open();
      const send =
        carrier === undefined
          ? () => (spend(1) ? sending.control(own) : undefined)
          : () => sending.probe(carrier);
      let pair = await sendPair(own, send, sending);
      if (
        pair.order === 'split' &&
        pair.mayHold &&
        statusOf(pair.exchange) === 401 &&
        mayTryAgain() &&
        spend(2)
      ) {
        const again = open();
        pair = await sendPair(again, () => sending.control(again), sending);
      }
      const { exchange, control, order } = pair;
      return {
        ...{ exchange, order },
        ...(control !== undefined && order === 'held' ? { control } : {}),
        onFreshConnection: () => onFreshConnection(exchange, sending),
      };
    },
  };

  function mayTryAgain(): boolean {
    return held > 0 || splits <= mostSplits;
  }

  async function sendPair(
    own: OwnConnection,
    sendControl: () => Promise<Exchange> | undefined,
    sending: SendOn,
  ) {
    // Whatever kept the control away, the other one is sent: without it the order is not there.
    const control = await sendControl()?.catch(() => undefined);
    const exchange = await sending.request({ ...own, last: true });
    const order = orderOf(control?.connection, exchange.connection);
    if (order === 'split') splits++;
    if (order === 'held') held++;
    return { exchange, control, order, mayHold: control !== undefined && !closes(control) };
  }

  async function onFreshConnection(exchange: Exchange, sending: SendOn): Promise<Exchange | undefined> {
    const { presentation } = exchange.request;
    const pending = fresh.get(presentation);
    const known = pending === undefined ? undefined : await pending;
    // A 401 tells of its own operation alone.
    if (known !== undefined && statusOf(known) !== 401) return known;
    if (!spend(1)) return undefined;
    const asked = sending.request({ ...open(), last: true });
    if (known === undefined) fresh.set(presentation, asked);
    return asked;
  }
}

function orderOf(before: number | undefined, after: number | undefined): Order {
  if (before === undefined || after === undefined) return 'none';
  return before === after ? 'held' : 'split';
}

/** What may go before a request without the key, what is worth most first. */
export function carriersAmong(members: readonly (Check | Probe)[]): Probe[] {
  const sent = members.flatMap(probesOf);
  return [...new Set(sent)].filter(({ needs }) => needs.carries === true);
}

/** Whether the response announces that its connection is closed. */
function closes(exchange: Exchange): boolean {
  return (
    isAnswer(exchange) &&
    fieldLines(exchange.outcome.response.headers, 'connection').some((line) => /\bclose\b/i.test(line))
  );
}
