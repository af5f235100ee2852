import type { Clock } from '../exchange/clock.ts';
import { authorization, validityOf } from '../exchange/credentials.ts';
import type {
  Exchange,
  ExchangeOutcome,
  HeaderLine,
  HttpRequest,
  TransportFault,
} from '../exchange/exchange.ts';
import { definedOnly } from '../text/defined-only.ts';
import {
  type ClientCertificate,
  createDispatcher,
  type DispatcherOptions,
  type TargetDispatcher,
} from './dispatcher.ts';
import { faultOf, machineFaultOf } from './faults.ts';
import { responseOf } from './response.ts';
import { type Framed, type Head, type Received, startRoundTrip, ThrownByKit, TooLate } from './round-trip.ts';

export interface ClientOptions {
  readonly base: URL;
  readonly key: string;
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly userAgent: string;
  /** The maximum size of a body that is read, after decompression, in MB. */
  readonly maxBodyMb: number;
  readonly extraHeaders?: readonly HeaderLine[];
  readonly ca?: string;
  readonly clientCertificate?: ClientCertificate;
  readonly signal?: AbortSignal;
  /** Replaces `createDispatcher` in tests without a network. */
  readonly openDispatcher?: (route: DispatcherOptions) => Connections;
}

/** The part of a dispatcher that the client uses. */
export type Connections = Pick<TargetDispatcher, 'dispatch' | 'destroy' | 'open'>;

/** A connection for a few sequential requests. */
export interface OwnConnection {
  readonly id: string;
  /** Whether the connection is closed after this request. */
  readonly last?: boolean;
  /** The request that this one must follow on the connection. */
  readonly after?: Exchange | undefined;
}

/** Details that the lane adds to a request. */
export interface Sending {
  readonly purpose: string;
  readonly sentFor: string;
  /** Whether the request gets a new connection, because the previous one may have caused a failure. */
  readonly isFresh?: boolean;
  readonly overLimit: boolean;
  /** By default, the connection is shared with other requests. */
  readonly own?: OwnConnection | undefined;
  /** Called when the head is read, before the body, so that a 429 takes effect immediately. */
  readonly onHead?: (status: number, headers: readonly HeaderLine[]) => void;
}

/** How long a connection that is reserved for certain requests stays open, in ms: longer than the wait for the next minute. */
const keptMs = 70_000;

const interrupted: TransportFault = { kind: 'aborted', sentence: 'the run was interrupted' };

export type Client = ReturnType<typeof createClient>;

/** The state of a client: its connections, and what is in flight. */
interface ClientState {
  readonly options: ClientOptions;
  readonly open: (keepAliveMs?: number) => Connections;
  /** The connections that requests share. */
  readonly shared: Connections;
  /** The connections of certain requests, by id. */
  readonly own: Map<string, Connections>;
  /** Stops requests in flight. They share one listener, because adding one per request is slow. */
  readonly inFlight: Set<(reason: Error) => void>;
  /** The number of each connection, in the order in which connections are opened. */
  readonly numbers: WeakMap<object, number>;
  opened: number;
  sent: number;
}

/** What is known about a request before its outcome is known. */
interface Progress {
  /** When the connection was open and the request was sent. */
  sentAt?: number;
  headAt?: number;
  head?: Head;
  connection?: number;
  isReused?: true;
}

/** Creates a client for one target. It follows no redirects, resends nothing, and sends the key only to the base URL. */
export function createClient(options: ClientOptions) {
  const { base, signal, timeoutMs, ca, clientCertificate, openDispatcher = createDispatcher } = options;
  const route = { base, timeoutMs, ca, clientCertificate };
  const open = (keepAliveMs?: number) => openDispatcher({ ...route, keepAliveMs });
  const client: ClientState = {
    options,
    open,
    shared: open(),
    own: new Map(),
    inFlight: new Set(),
    numbers: new WeakMap(),
    opened: 0,
    sent: 0,
  };
  const interrupt = () => {
    for (const stop of client.inFlight) stop(new Error('interrupted'));
  };
  signal?.addEventListener('abort', interrupt, { once: true });

  return {
    /**
     * Sends a request once, and resolves with its exchange. It never rejects because of the target.
     */
    exchange: (request: HttpRequest, sending: Sending): Promise<Exchange> =>
      exchangeOf(client, request, sending),
    /**
     * Opens these connections, so that the next request on each is sent immediately. If a connection cannot be opened, the
     * request that needs it reports the error.
     */
    async open(connections: readonly (OwnConnection | undefined)[]): Promise<void> {
      await Promise.all(connections.map((one) => connectionsFor(client, one).open?.()));
    },
    async close(): Promise<void> {
      signal?.removeEventListener('abort', interrupt);
      await Promise.all([client.shared, ...client.own.values()].map((one) => one.destroy()));
    },
  };
}

async function exchangeOf(client: ClientState, request: HttpRequest, sending: Sending): Promise<Exchange> {
  const { clock } = client.options;
  const id = ++client.sent;
  const calledAt = clock.monotonic();
  // A request with an unusual framing needs a new connection, too, because the server may not see where the request ends.
  const isAlone = sending.isFresh === true || request.framing !== undefined;
  const via = isAlone ? client.open() : connectionsFor(client, sending.own);
  const progress: Progress = {};
  let outcome: ExchangeOutcome;
  try {
    outcome = await outcomeOf(client, request, { sending, via, progress });
  } finally {
    await release(client, via, sending.own);
  }
  const readAt = clock.monotonic();
  // undici frees a connection one turn of the event loop after its response. Without this wait, the next request would open
  // another connection, and requests without the key would not reuse the connection of a request with the key
  // (auth.key-missing).
  await new Promise((resolve) => setImmediate(resolve));
  const { sentAt = calledAt, headAt = readAt, connection, isReused } = progress;
  const after = sending.own?.after;
  return definedOnly({
    id,
    purpose: sending.purpose,
    sentFor: sending.sentFor,
    request,
    validity: validityOf(request.credential),
    sentAt,
    headAt,
    readAt,
    wallAt: clock.now() - (readAt - headAt),
    concurrent: 1,
    overLimit: sending.overLimit,
    connection,
    isReused,
    follows: connection !== undefined && connection === after?.connection ? after : undefined,
    outcome,
  });
}

/** Sends a request over these connections. Fills in `progress` as the response arrives. */
async function outcomeOf(
  client: ClientState,
  request: HttpRequest,
  { sending, via, progress }: { sending: Sending; via: Connections; progress: Progress },
): Promise<ExchangeOutcome> {
  const { clock, signal, maxBodyMb, timeoutMs } = client.options;
  const cap = maxBodyMb * 1024 * 1024;
  if (signal?.aborted) return { kind: 'fault', fault: interrupted };
  const { received, stop } = startRoundTrip(
    via,
    rawRequest(client, request),
    { cap, timeoutMs },
    {
      onStart() {
        progress.sentAt = clock.monotonic();
      },
      onHead(read) {
        progress.head = read;
        progress.headAt = clock.monotonic();
        sending.onHead?.(read.status, read.headers);
      },
      onConnection(carrier) {
        const known = client.numbers.get(carrier);
        if (known !== undefined) progress.isReused = true;
        progress.connection = known ?? ++client.opened;
        client.numbers.set(carrier, progress.connection);
      },
    },
  );
  client.inFlight.add(stop);
  let whole: Received;
  try {
    whole = await received;
  } catch (error) {
    return { kind: 'fault', fault: transportFault(client, error, progress.head) };
  } finally {
    client.inFlight.delete(stop);
  }
  return { kind: 'response', response: responseOf(whole, cap) };
}

function connectionsFor({ shared, own, open }: ClientState, wanted?: OwnConnection): Connections {
  if (wanted === undefined) return shared;
  const known = own.get(wanted.id) ?? open(keptMs);
  own.set(wanted.id, known);
  return known;
}

/** Closes the connections unless another request will use them. */
async function release(
  { shared, own }: ClientState,
  via: Connections,
  wanted?: OwnConnection,
): Promise<void> {
  if (via === shared) return;
  if (wanted !== undefined && own.get(wanted.id) === via) {
    if (wanted.last !== true) return;
    own.delete(wanted.id);
  }
  await via.destroy();
}

/** Returns the fault of the target, or throws if the target is not at fault. */
function transportFault({ options }: ClientState, error: unknown, head: Head | undefined): TransportFault {
  if (error instanceof ThrownByKit) throw error.cause;
  if (options.signal?.aborted) return interrupted;
  const machineFault = machineFaultOf(error);
  if (machineFault !== undefined) throw machineFault;
  if (!(error instanceof TooLate)) return faultOf(error, head);
  const { status, headers } = head ?? {};
  return definedOnly({ kind: 'timeout' as const, sentence: error.message, status, headers });
}

/** Creates the request for undici. */
function rawRequest({ options }: ClientState, request: HttpRequest): Framed {
  const { base, key, userAgent, extraHeaders = [] } = options;
  const { credential, variation, method, framing, body = null } = request;
  const headers = [...requestHeaders(request, userAgent), ...extraHeaders];
  const credentials = authorization(credential, key, variation);
  if (credentials !== undefined) headers.push(['Authorization', credentials]);
  const path = `${base.pathname.replace(/\/$/, '')}${request.path}`;
  return { origin: base.origin, path, method, headers: headers.flat(), body, ...definedOnly({ framing }) };
}

/** Returns the headers of a request, in the order in which they are sent. */
export function requestHeaders(request: HttpRequest, userAgent: string): HeaderLine[] {
  const headers: HeaderLine[] = [
    ['User-Agent', userAgent],
    ['Accept', 'application/json'],
    ['Accept-Encoding', 'identity'],
  ];
  if (request.body !== undefined) headers.push(['Content-Type', request.contentType ?? 'application/json']);
  return headers;
}
