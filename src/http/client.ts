import type { Dispatcher } from 'undici';
import type { Clock } from '../exchange/clock.ts';
import { authorization, credentialOf } from '../exchange/credentials.ts';
import type {
  AnswerCaps,
  Exchange,
  HeaderLine,
  HttpRequest,
  Outcome,
  TransportFault,
} from '../exchange/exchange.ts';
import { definedOnly } from '../text/defined-only.ts';
import { createDispatcher, type Route } from './dispatcher.ts';
import { faultOf, machineFaultOf } from './faults.ts';
import { createResponseReader } from './response.ts';
import { HeldBack, type Received, startRoundTrip, type Watcher } from './round-trip.ts';
import { createTurns, type Turn } from './turns.ts';

export interface ClientOptions {
  readonly base: URL;
  readonly key: string;
  readonly clock: Clock;
  /** How many requests are in flight at most: so many bodies wait to be judged. */
  readonly concurrency: number;
  readonly timeoutMs: number;
  readonly userAgent: string;
  readonly caps: AnswerCaps;
  readonly extraHeaders?: readonly HeaderLine[];
  readonly ca?: string;
  readonly signal?: AbortSignal;
  /** `createDispatcher`, unless what stands in for the network is given. */
  readonly openDispatcher?: (route: Route) => Connections;
}

/** What the client uses of a dispatcher of undici. */
export type Connections = Pick<Dispatcher, 'dispatch' | 'destroy'>;

/** A connection for a few requests alone, one after the other (reading 18). */
export interface OwnConnection {
  readonly id: string;
  /** Closed after this request. */
  readonly last?: boolean;
}

/** What the queue knows of a request that the request itself does not say. */
export interface Sending {
  readonly purpose: string;
  readonly sentFor: string;
  readonly attempt: 1 | 2;
  readonly overLimit: boolean;
  /** Shared with other requests where it is left out. */
  readonly own?: OwnConnection | undefined;
  /** Called as soon as the head has been read, before the body: a 429 limits the run from then on. */
  readonly onHead?: (status: number, headers: readonly HeaderLine[]) => void;
  /** Asked once the connection is open: where it says no, nothing is sent. To open one over TLS takes several round trips. */
  readonly mayStart?: () => boolean;
}

export type Client = ReturnType<typeof createClient>;

/** A client for one target. It follows no redirect, resends nothing, and sends the key to the base address alone. */
export function createClient(options: ClientOptions) {
  const { base, clock, concurrency, signal, caps, openDispatcher = createDispatcher } = options;
  const { timeoutMs, ca } = options;
  const route = definedOnly({ base, timeoutMs, maxHeaderBytes: caps.headersKb * 1024, ca });
  const dispatcher = openDispatcher(route);
  const { origin } = base;
  const basePath = base.pathname.replace(/\/$/, '');
  const mostOfBody = caps.bodyMb * 1024 * 1024;
  const longAtATime = Math.max(1, Math.floor(roomForUnread / mostOfBody));
  const responseOf = createResponseReader(caps, concurrency, longAtATime);
  const turnOfOne = createTurns(longAtATime);
  /** How to end what is under way; one listener for all of it, since adding one takes as long as much of a request. */
  const underWay = new Set<(reason: Error) => void>();
  const interrupt = () => {
    for (const stop of underWay) stop(new Error('interrupted'));
  };
  signal?.addEventListener('abort', interrupt, { once: true });
  let sent = 0;
  const own = new Map<string, Connections>();
  const numbers = new WeakMap<object, number>();
  let opened = 0;

  return {
    /**
     * Sends one request, once, and resolves with what came of it; it never rejects for anything the target does, and with
     * `HeldBack` where the request may no longer start.
     */
    async exchange(request: HttpRequest, sending: Sending): Promise<Exchange> {
      const id = ++sent;
      const sentAt = clock.monotonic();
      // A second try goes over a connection of its own: the first may have failed for its connection's sake.
      const via = sending.attempt === 2 ? openDispatcher(route) : dispatcherFor(sending.own);
      let headAt: number | undefined;
      let connection: number | undefined;
      const turn = turnOfOne();
      const response = send(via, request, turn, {
        mayStart: () => sending.mayStart?.() !== false,
        onHead({ status, headers }) {
          headAt = clock.monotonic();
          sending.onHead?.(status, headers);
        },
        onConnection(carrier) {
          connection = numbers.get(carrier) ?? ++opened;
          numbers.set(carrier, connection);
        },
      });
      let outcome: Outcome;
      let readAt: number;
      try {
        try {
          outcome = await response;
        } finally {
          await release(via, sending.own);
        }
        readAt = clock.monotonic();
        // undici frees a connection a turn after its answer was read: without this the next request would open
        // another one, and no request without the key would travel where one with it has just been (auth.key-missing).
        await new Promise((resolve) => setImmediate(resolve));
      } finally {
        turn.leave();
      }
      return {
        id,
        purpose: sending.purpose,
        sentFor: sending.sentFor,
        request,
        credential: credentialOf(request.presentation),
        sentAt,
        headAt: headAt ?? readAt,
        readAt,
        wallAt: clock.now() - (readAt - (headAt ?? readAt)),
        attempt: sending.attempt,
        concurrent: 1,
        overLimit: sending.overLimit,
        ...(connection === undefined ? {} : { connection }),
        outcome,
      };
    },
    async close(): Promise<void> {
      signal?.removeEventListener('abort', interrupt);
      await Promise.all([dispatcher, ...own.values()].map((one) => one.destroy()));
    },
  };

  function dispatcherFor(wanted: OwnConnection | undefined): Connections {
    if (wanted === undefined) return dispatcher;
    const known = own.get(wanted.id) ?? openDispatcher(route);
    own.set(wanted.id, known);
    return known;
  }

  /** Closes what the next request does not go on. */
  async function release(via: Connections, wanted: OwnConnection | undefined): Promise<void> {
    if (via === dispatcher) return;
    if (wanted !== undefined && own.get(wanted.id) === via) {
      if (wanted.last !== true) return;
      own.delete(wanted.id);
    }
    await via.destroy();
  }

  async function send(
    via: Connections,
    request: HttpRequest,
    turn: Turn,
    watcher: Omit<Watcher, 'mayReadOn'>,
  ): Promise<Outcome> {
    if (signal?.aborted) return { kind: 'fault', fault: interrupted };
    let status: number | undefined;
    let isLate = false;
    /** What the kit itself threw while undici called it: no fault of the target. */
    let broken: { readonly error: unknown } | undefined;
    const own = <Told extends unknown[], Result>(act: (...told: Told) => Result) => {
      return (...told: Told): Result => {
        try {
          return act(...told);
        } catch (error) {
          broken = { error };
          throw error;
        }
      };
    };
    const { received, stop } = startRoundTrip(via, rawRequest(request), mostOfBody, {
      mayStart: own(watcher.mayStart),
      onConnection: own(watcher.onConnection ?? (() => {})),
      onHead: own((head) => {
        ({ status } = head);
        watcher.onHead(head);
      }),
      mayReadOn: own((go) => {
        const mayGo = turn.take(() => {
          deadline = deadlineIn(leftMs);
          go();
        });
        // The time for which the kit itself does not read is not the target's.
        if (!mayGo) {
          clearTimeout(deadline);
          leftMs = due - performance.now();
        }
        return mayGo;
      }),
    });
    // Our own deadline for the whole exchange, head and body: undici's timers run late and know only of pauses.
    let due = 0;
    let leftMs = timeoutMs;
    const deadlineIn = (ms: number) => {
      due = performance.now() + ms;
      return setTimeout(() => {
        isLate = true;
        stop(new Error('too late'));
      }, ms);
    };
    let deadline = deadlineIn(timeoutMs);
    underWay.add(stop);
    let whole: Received;
    try {
      whole = await received;
    } catch (error) {
      if (broken !== undefined) throw broken.error;
      if (signal?.aborted) return { kind: 'fault', fault: interrupted };
      if (error instanceof HeldBack) throw error;
      const machineFault = machineFaultOf(error);
      if (machineFault !== undefined) throw machineFault;
      return { kind: 'fault', fault: isLate ? lateFault(timeoutMs, status) : faultOf(error, status) };
    } finally {
      clearTimeout(deadline);
      underWay.delete(stop);
    }
    // Few bytes may decode to a long body.
    if (whole.head.headers.some(isCoding)) await new Promise<void>((go) => turn.take(go) && go());
    return { kind: 'answer', response: responseOf(whole) };
  }

  /** The request as undici takes it. */
  function rawRequest(request: HttpRequest): Dispatcher.DispatchOptions {
    const headers: string[] = [];
    for (const [name, value] of requestHeaders(request, options.userAgent)) headers.push(name, value);
    for (const [name, value] of options.extraHeaders ?? []) headers.push(name, value);
    const credentials = authorization(request.presentation, options.key);
    if (credentials !== undefined) headers.push('Authorization', credentials);
    const path = `${basePath}${request.path}`;
    return { origin, path, method: request.method, headers, body: request.body ?? null };
  }
}

/** So much of long bodies is read at a time, in bytes, or one of them: others wait, however many requests are in flight. */
const roomForUnread = 16 * 1024 * 1024;

const isCoding = ([name]: HeaderLine) => name.toLowerCase() === 'content-encoding';

const interrupted: TransportFault = { kind: 'aborted', sentence: 'the run was interrupted' };

function lateFault(timeoutMs: number, status: number | undefined): TransportFault {
  return definedOnly({
    kind: 'timeout' as const,
    sentence: `no complete answer within ${timeoutMs / 1000} s`,
    status,
  });
}

/** The headers of a request, in the order they are sent. */
export function requestHeaders(request: HttpRequest, userAgent: string): HeaderLine[] {
  const headers: HeaderLine[] = [
    ['User-Agent', userAgent],
    ['Accept', 'application/json'],
    ['Accept-Encoding', 'identity'],
  ];
  if (request.body !== undefined) headers.push(['Content-Type', request.contentType ?? 'application/json']);
  return headers;
}
