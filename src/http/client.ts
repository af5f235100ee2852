import type { Dispatcher } from 'undici';
import type { Clock } from '../exchange/clock.ts';
import { authorization, validityOf } from '../exchange/credentials.ts';
import type {
  Exchange,
  HeaderLine,
  HttpRequest,
  Outcome,
  ResponseCaps,
  TransportFault,
} from '../exchange/exchange.ts';
import { definedOnly } from '../text/defined-only.ts';
import { type ClientCertificate, createDispatcher, type Route } from './dispatcher.ts';
import { faultOf, machineFaultOf } from './faults.ts';
import { responseOf } from './response.ts';
import { type Head, HeldBack, type Received, startRoundTrip, ThrownByKit, TooLate } from './round-trip.ts';

export interface ClientOptions {
  readonly base: URL;
  readonly key: string;
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly userAgent: string;
  readonly caps: ResponseCaps;
  readonly extraHeaders?: readonly HeaderLine[];
  readonly ca?: string;
  readonly clientCertificate?: ClientCertificate;
  readonly signal?: AbortSignal;
  /** Replaces `createDispatcher` in tests without a network. */
  readonly openDispatcher?: (route: Route) => Connections;
}

/** The part of undici's dispatcher that the client uses. */
export type Connections = Pick<Dispatcher, 'dispatch' | 'destroy'>;

/** A connection for a few sequential requests. */
export interface OwnConnection {
  readonly id: string;
  /** Set to close it after this request. */
  readonly last?: boolean;
  /** The request that this one must follow on it. */
  readonly after?: Exchange | undefined;
}

/** Details that the queue adds to a request. */
export interface Sending {
  readonly purpose: string;
  readonly sentFor: string;
  readonly attempt: 1 | 2;
  readonly overLimit: boolean;
  /** By default, the connection is shared with other requests. */
  readonly own?: OwnConnection | undefined;
  /** Called when the head is read, before the body, so that a 429 takes effect immediately. */
  readonly onHead?: (status: number, headers: readonly HeaderLine[]) => void;
  /** Called once the connection is open; returns false to hold the request back. */
  readonly mayStart?: () => boolean;
}

/** A connection for certain requests outlasts the wait for the window of a limit per minute. */
const keptMs = 70_000;

const interrupted: TransportFault = { kind: 'aborted', sentence: 'the run was interrupted' };

export type Client = ReturnType<typeof createClient>;

/** Creates a client for one target. It follows no redirects, resends nothing, and sends the key only to the base URL. */
export function createClient(options: ClientOptions) {
  const { base, clock, signal, caps, timeoutMs, openDispatcher = createDispatcher } = options;
  const { ca, clientCertificate } = options;
  const route: Route = { base, timeoutMs, maxHeaderBytes: caps.headersKb * 1024, ca, clientCertificate };
  const dispatcher = openDispatcher(route);
  const basePath = base.pathname.replace(/\/$/, '');
  const cap = caps.bodyMb * 1024 * 1024;
  /** Stops requests in flight. They share one listener, because adding one per request is slow. */
  const inFlight = new Set<(reason: Error) => void>();
  const interrupt = () => {
    for (const stop of inFlight) stop(new Error('interrupted'));
  };
  signal?.addEventListener('abort', interrupt, { once: true });
  let sent = 0;
  const own = new Map<string, Connections>();
  const numbers = new WeakMap<object, number>();
  let opened = 0;

  return {
    /**
     * Sends a request once, and resolves with its exchange. It never rejects because of the target. It rejects with
     * `HeldBack` if the request may no longer start.
     */
    async exchange(request: HttpRequest, sending: Sending): Promise<Exchange> {
      const id = ++sent;
      const sentAt = clock.monotonic();
      // A retry uses a new connection, because the old one may have caused the failure.
      const via = sending.attempt === 2 ? openDispatcher(route) : dispatcherFor(sending.own);
      let headAt: number | undefined;
      let head: Head | undefined;
      let connection: number | undefined;
      const after = sending.own?.after;
      const send = async (): Promise<Outcome> => {
        if (signal?.aborted) return { kind: 'fault', fault: interrupted };
        const { received, stop } = startRoundTrip(
          via,
          rawRequest(request),
          { cap, timeoutMs },
          {
            mayStart: () => sending.mayStart?.() !== false,
            onHead(read) {
              head = read;
              headAt = clock.monotonic();
              sending.onHead?.(read.status, read.headers);
            },
            onConnection(carrier) {
              connection = numbers.get(carrier) ?? ++opened;
              numbers.set(carrier, connection);
            },
          },
        );
        inFlight.add(stop);
        let whole: Received;
        try {
          whole = await received;
        } catch (error) {
          return { kind: 'fault', fault: transportFault(error, head) };
        } finally {
          inFlight.delete(stop);
        }
        return { kind: 'response', response: responseOf(whole, caps) };
      };
      let outcome: Outcome;
      try {
        outcome = await send();
      } finally {
        await release(via, sending.own);
      }
      const readAt = clock.monotonic();
      // undici frees a connection one turn after its response. Without this wait, the next request would open another,
      // and requests without the key would not reuse the connection of the key (auth.key-missing).
      await new Promise((resolve) => setImmediate(resolve));
      return definedOnly({
        id,
        purpose: sending.purpose,
        sentFor: sending.sentFor,
        request,
        validity: validityOf(request.credential),
        sentAt,
        headAt: headAt ?? readAt,
        readAt,
        wallAt: clock.now() - (readAt - (headAt ?? readAt)),
        attempt: sending.attempt,
        concurrent: 1,
        overLimit: sending.overLimit,
        connection,
        follows: connection !== undefined && connection === after?.connection ? after : undefined,
        outcome,
      });
    },
    async close(): Promise<void> {
      signal?.removeEventListener('abort', interrupt);
      await Promise.all([dispatcher, ...own.values()].map((one) => one.destroy()));
    },
  };

  function dispatcherFor(wanted: OwnConnection | undefined): Connections {
    if (wanted === undefined) return dispatcher;
    const known = own.get(wanted.id) ?? openDispatcher({ ...route, keepAliveMs: keptMs });
    own.set(wanted.id, known);
    return known;
  }

  /** Closes the dispatcher unless another request will use it. */
  async function release(via: Connections, wanted: OwnConnection | undefined): Promise<void> {
    if (via === dispatcher) return;
    if (wanted !== undefined && own.get(wanted.id) === via) {
      if (wanted.last !== true) return;
      own.delete(wanted.id);
    }
    await via.destroy();
  }

  /** Returns the fault of the target, or throws if the target is not at fault. */
  function transportFault(error: unknown, head: Head | undefined): TransportFault {
    if (error instanceof ThrownByKit) throw error.cause;
    if (signal?.aborted) return interrupted;
    if (error instanceof HeldBack) throw error;
    const machineFault = machineFaultOf(error);
    if (machineFault !== undefined) throw machineFault;
    if (!(error instanceof TooLate)) return faultOf(error, head);
    const sentence = `no complete response within ${timeoutMs / 1000} s`;
    return definedOnly({ kind: 'timeout' as const, sentence, status: head?.status, headers: head?.headers });
  }

  /** Creates the request for undici. */
  function rawRequest(request: HttpRequest): Dispatcher.DispatchOptions {
    const { credential, variation, method, body = null } = request;
    const headers = [...requestHeaders(request, options.userAgent), ...(options.extraHeaders ?? [])];
    const credentials = authorization(credential, options.key, variation);
    if (credentials !== undefined) headers.push(['Authorization', credentials]);
    const path = `${basePath}${request.path}`;
    return { origin: base.origin, path, method, headers: headers.flat(), body };
  }
}

/** Returns the headers of a request, in the order sent. */
export function requestHeaders(request: HttpRequest, userAgent: string): HeaderLine[] {
  const headers: HeaderLine[] = [
    ['User-Agent', userAgent],
    ['Accept', 'application/json'],
    ['Accept-Encoding', 'identity'],
  ];
  if (request.body !== undefined) headers.push(['Content-Type', request.contentType ?? 'application/json']);
  return headers;
}
