import type { Socket } from 'node:net';
import { rootCertificates } from 'node:tls';
import type {
  Agent as AgentType,
  buildConnector as buildConnectorType,
  Client as ClientType,
  Dispatcher,
} from 'undici';
import { proxyVariables } from '../exchange/address.ts';
import type { HttpRequest } from '../exchange/exchange.ts';
import { definedOnly } from '../text/defined-only.ts';
import { startRoundTrip, type Tracked } from './round-trip.ts';
import { Agent, buildConnector, Client, Pool, wholeUndici } from './undici.ts';

/** A client certificate and its private key (PEM), and the only origin that gets the certificate. */
export interface ClientCertificate {
  readonly cert: string;
  readonly key: string;
  readonly origin: string;
}

type Framing = NonNullable<HttpRequest['framing']>;

/** The maximum size of the headers of a response, in bytes. */
const mostHeaderBytes = 64 * 1024;

export interface DispatcherOptions {
  readonly base: URL;
  readonly timeoutMs: number;
  /** PEM of an additional CA to trust. */
  readonly ca?: string | undefined;
  readonly clientCertificate?: ClientCertificate | undefined;
  /**
   * How long a connection stays open without a request, unless the server announces that it will close the connection earlier.
   */
  readonly keepAliveMs?: number | undefined;
}

/** A dispatcher for one target. */
export interface TargetDispatcher extends Dispatcher {
  /**
   * Opens the connection for the next request, unless one is open already. Never rejects, because the request itself tries to
   * connect again and reports any failure. Absent if connections lead through a proxy.
   */
  readonly open?: () => Promise<void>;
}

/**
 * Creates a dispatcher for one target. The kit's queue limits requests in flight, because requests that wait inside undici
 * ignore their signal. HTTP_PROXY, HTTPS_PROXY and NO_PROXY apply, except to a loopback host, which no proxy can reach.
 * Neither a proxy nor another origin gets the client certificate.
 */
export function createDispatcher({
  base,
  timeoutMs,
  ca,
  clientCertificate,
  keepAliveMs = 2_000,
}: DispatcherOptions): TargetDispatcher {
  const { cert, key } = clientCertificate?.origin === base.origin ? clientCertificate : {};
  const tls = definedOnly({ ca: ca === undefined ? undefined : [...rootCertificates, ca], cert, key });
  const options: AgentType.Options = {
    pipelining: 1,
    allowH2: false,
    maxHeaderSize: mostHeaderBytes,
    headersTimeout: timeoutMs * 2,
    bodyTimeout: timeoutMs * 2,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
    connect: { timeout: timeoutMs, ...tls },
    // If a proxy forwards requests, `poolOptions` contains only its connector.
    factory: (origin, poolOptions) =>
      new Pool(origin, {
        ...options,
        ...poolOptions,
        factory: new URL(origin).origin === base.origin ? createTrackedClient : createForwardingClient,
      }),
  };
  if (proxyVariables(base, process.env).length === 0) {
    const { connect, open } = createEarlyConnector(base, { timeout: timeoutMs, allowH2: false, ...tls });
    return Object.assign(new Agent({ ...options, connect }), { open });
  }
  const { EnvHttpProxyAgent } = wholeUndici();
  // Many proxies open tunnels only to port 443, so requests to an http target are forwarded (RFC 9112, section 3.2.2).
  return new EnvHttpProxyAgent({
    ...options,
    proxyTunnel: false,
    requestTls: tls,
    clientFactory: createTunnelClient,
  });
}

/** Creates a connector that can open a connection before a request needs it. */
function createEarlyConnector(base: URL, options: buildConnectorType.BuildOptions) {
  const connect = buildConnector(options);
  const { hostname, host, protocol, port } = base;
  let early: Socket | undefined;
  let current: Socket | undefined;
  return {
    connect(to: buildConnectorType.Options, opened: buildConnectorType.Callback): void {
      const socket = early;
      early = undefined;
      // undici expects no connection before its own call returns.
      if (socket?.destroyed === false) queueMicrotask(() => opened(null, socket));
      else
        connect(to, (...given) => {
          current = given[1] ?? undefined;
          opened(...given);
        });
    },
    open: (): Promise<void> =>
      new Promise((resolve) => {
        if (current?.destroyed === false) return resolve();
        const bare = hostname.replace(/^\[|\]$/g, '');
        connect({ hostname: bare, host, protocol, port }, (_error, socket) => {
          // The request that needs the connection reports the error.
          socket?.on('error', () => {});
          early = socket ?? undefined;
          current = early;
          resolve();
        });
      }),
  };
}

/** Fetches the text at a URL without a key and without following redirects; throws an error with the reason. */
export async function fetchText(
  address: URL,
  { most, ...route }: Omit<DispatcherOptions, 'base'> & { readonly most: number },
): Promise<string> {
  const { timeoutMs } = route;
  const dispatcher = createDispatcher({ ...route, base: address });
  try {
    const { origin, pathname, search } = address;
    const request = { origin, path: `${pathname}${search}`, method: 'GET' } as const;
    const { head, body } = await startRoundTrip(dispatcher, request, { cap: most, timeoutMs }).received;
    if (head.status !== 200) throw new Error(`it returned ${head.status}`);
    if (body.cut) throw new Error(`it is larger than ${Math.floor(most / 1024 / 1024)} MB`);
    return Buffer.from(body.bytes).toString();
  } finally {
    await dispatcher.destroy();
  }
}

/**
 * Creates a client with one connection, which reports the connection that carries a request. `faultOf` replaces the error of a
 * connection that cannot be opened.
 */
function createTrackedClient(
  origin: URL,
  { connect, ...options }: ClientType.Options,
  faultOf = (error: Error) => error,
): Dispatcher {
  let connection: object | undefined;
  let framing: Framing | undefined;
  const open = typeof connect === 'function' ? connect : buildConnector({ allowH2: false, ...connect });
  const client = new Client(origin, {
    ...options,
    connect: (to, opened) =>
      open(to, (error, socket) => {
        connection = {};
        if (error === null) opened(null, frame(skipContinues(keepFirstError(socket)), framing));
        else opened(faultOf(error), null);
      }),
  });
  const dispatch = client.dispatch.bind(client);
  return Object.assign(client, {
    dispatch(tracked: Tracked, handler: Dispatcher.DispatchHandler) {
      tracked.carriedBy?.(() => connection);
      framing = tracked.framing;
      return dispatch(tracked, handler);
    },
  });
}

/** Creates a client with one connection to a proxy that forwards requests. */
function createForwardingClient(origin: URL, options: ClientType.Options): Dispatcher {
  return createTrackedClient(origin, options, (error) => new ProxyFault(undefined, error));
}

/**
 * Thrown if a proxy does not open a connection. `status` is the status that the proxy returned. If it returned none, `cause`
 * says why.
 */
export class ProxyFault extends Error {
  override readonly name = 'ProxyFault';
  readonly status: number | undefined;

  constructor(status: number | undefined, cause?: unknown) {
    super('the proxy opened no connection', { cause });
    this.status = status;
  }
}

/** Creates a client that opens tunnels through a proxy, and throws a `ProxyFault` if a tunnel cannot be opened. */
function createTunnelClient(origin: URL, options: object): Dispatcher {
  const pool = new Pool(origin, options);
  const connect = pool.connect.bind(pool) as (
    to: Dispatcher.ConnectOptions,
  ) => Promise<Dispatcher.ConnectData>;
  const tunnel = async (to: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> => {
    const response = await connect(to).catch((error: unknown) => {
      throw new ProxyFault(undefined, error);
    });
    if (response.statusCode === 200) return response;
    response.socket.on('error', () => {}).destroy();
    throw new ProxyFault(response.statusCode);
  };
  return Object.assign(pool, { connect: tunnel });
}

/**
 * Keeps only the first error of a socket. A server rejects a client certificate after the handshake, with an alert, which
 * undici would replace with "other side closed".
 */
function keepFirstError<Given extends Socket>(socket: Given): Given {
  const destroy = socket.destroy.bind(socket);
  let first: Error | undefined;
  socket.once('error', (error) => {
    first = error;
  });
  return Object.assign(socket, { destroy: (error?: Error) => destroy(first ?? error) });
}

/**
 * Hides `100 Continue` from the reader of a socket. A client must skip an unexpected one (RFC 9110, section 15.2), but
 * undici treats it as a broken response. Each write is a request, so after each write, only the start of the response is
 * checked.
 */
function skipContinues<Given extends Socket>(socket: Given): Given {
  const write: Socket['write'] = socket.write.bind(socket);
  const read: Socket['read'] = socket.read.bind(socket);
  let filter: ReturnType<typeof createContinueFilter> | undefined;
  return Object.assign(socket, {
    write(...given: Parameters<typeof write>) {
      filter ??= createContinueFilter();
      return write(...given);
    },
    read(size?: number): Buffer | null {
      for (;;) {
        const bytes: Buffer | null = read(size);
        if (bytes === null || filter === undefined) return bytes;
        const response = filter(bytes);
        if (response === undefined) continue;
        filter = undefined;
        return response;
      }
    },
  });
}

/** How many bytes are missing from a body that ends early. */
const missingBytes = 16;

/**
 * Lets a socket write its only request with this framing. undici states the length of each POST, in the last header line, and
 * cannot send fewer bytes.
 */
function frame<Given extends Socket>(socket: Given, framing: Framing | undefined): Given {
  if (framing === undefined) return socket;
  const write = socket.write.bind(socket) as (
    bytes: string | Uint8Array,
    encoding?: BufferEncoding,
  ) => boolean;
  return Object.assign(socket, {
    write(bytes: string | Uint8Array, encoding?: BufferEncoding): boolean {
      if (typeof bytes === 'string') return write(withLength(bytes, framing), encoding);
      if (framing === 'chunked') write(`${bytes.length.toString(16)}\r\n`);
      const isFlushed = write(bytes);
      if (framing === 'chunked') return write('\r\n0\r\n\r\n');
      if (framing === 'short') socket.end();
      return isFlushed;
    },
  });
}

/** Removes the length from the head of a request, raises it, or replaces it with the transfer coding. */
function withLength(head: string, framing: Framing): string {
  return head.replace(/content-length: (\d+)\r\n\r\n$/, (_line, length) => {
    const lines = {
      none: '',
      short: `content-length: ${Number(length) + missingBytes}\r\n`,
      chunked: 'transfer-encoding: chunked\r\n',
    };
    return `${lines[framing]}\r\n`;
  });
}

const statusLine = 'HTTP/1.1 100 ';
const headEnd = '\r\n\r\n';

/** Drops `100 Continue` responses; returns the bytes of the first other response. */
function createContinueFilter(): (bytes: Buffer) => Buffer | undefined {
  let held: Buffer = Buffer.alloc(0);
  let isInside = false;
  return (bytes) => {
    held = Buffer.concat([held, bytes]);
    for (;;) {
      if (isInside) {
        const end = held.indexOf(headEnd);
        // An interim head may be endless, so only the bytes that may be the start of the blank line at its end are kept.
        held = held.subarray(end < 0 ? 1 - headEnd.length : end + headEnd.length);
        if (end < 0) return undefined;
      }
      const beginning = held.toString('latin1', 0, statusLine.length).replace('HTTP/1.0', 'HTTP/1.1');
      if (!statusLine.startsWith(beginning)) return held;
      isInside = beginning.length === statusLine.length;
      if (!isInside) return undefined;
    }
  };
}
