import { rootCertificates } from 'node:tls';
import { Agent, buildConnector, Client, type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici';
import { proxyVariables } from '../exchange/address.ts';
import { skipContinues } from './interim.ts';
import type { Tracked } from './round-trip.ts';

export interface Route {
  readonly base: URL;
  readonly timeoutMs: number;
  readonly maxHeaderBytes: number;
  readonly ca?: string;
}

/**
 * A dispatcher for one target. `connections` is left open, for requests that wait inside undici ignore their
 * signal: the queue of the kit bounds what is under way. HTTP_PROXY, HTTPS_PROXY and NO_PROXY are honoured,
 * but never for a loopback address, which no proxy can reach for us.
 */
export function createDispatcher(route: Route): Dispatcher {
  // Beside the usual authorities, not in their place.
  const tls = route.ca === undefined ? {} : { ca: [...rootCertificates, route.ca] };
  const options: Agent.Options = {
    pipelining: 1,
    allowH2: false,
    maxHeaderSize: route.maxHeaderBytes,
    headersTimeout: route.timeoutMs * 2,
    bodyTimeout: route.timeoutMs * 2,
    keepAliveTimeout: 2_000,
    keepAliveMaxTimeout: 2_000,
    connect: { timeout: route.timeoutMs, ...tls },
    factory: createPool,
  };
  if (proxyVariables(route.base, process.env).length === 0) return new Agent(options);
  return new EnvHttpProxyAgent({ ...options, requestTls: tls, clientFactory: createProxyClient });
}

/** The connections to one origin, whichever way they are opened. */
function createPool(origin: string | URL, { connect, ...options }: Pool.Options): Dispatcher {
  const open = connectorOf(connect);
  return new Pool(origin, {
    ...options,
    factory: createTrackedClient,
    connect: (asked, opened) =>
      open(asked, (error, socket) => {
        if (error === null) opened(null, skipContinues(socket));
        else opened(error, null);
      }),
  });
}

function connectorOf(connect: Pool.Options['connect']): buildConnector.connector {
  return typeof connect === 'function' ? connect : buildConnector({ allowH2: false, ...connect });
}

/** A client of one connection at a time, which says which one carries a request. */
function createTrackedClient(origin: URL, { connect, ...options }: Client.Options): Dispatcher {
  let connection: object | undefined;
  const open = connectorOf(connect);
  const client = new Client(origin, {
    ...options,
    connect: (asked, opened) =>
      open(asked, (...result) => {
        connection = {};
        opened(...result);
      }),
  });
  const dispatch = client.dispatch.bind(client);
  return Object.assign(client, {
    dispatch(request: Tracked, handler: Dispatcher.DispatchHandler) {
      request.carriedBy?.(() => connection);
      return dispatch(request, handler);
    },
  });
}

/** A proxy gave no connection to the target: what it answered, or why nothing was answered as `cause`. */
export class ProxyFault extends Error {
  override readonly name = 'ProxyFault';
  readonly status: number | undefined;

  constructor(status: number | undefined, cause?: unknown) {
    super('the proxy gave no connection', { cause });
    this.status = status;
  }
}

/** The client of a proxy: whatever goes wrong before the tunnel stands is thrown as a `ProxyFault`. */
function createProxyClient(origin: URL, options: object): Dispatcher {
  const pool = new Pool(origin, options);
  const connect = pool.connect.bind(pool) as (
    asked: Dispatcher.ConnectOptions,
  ) => Promise<Dispatcher.ConnectData>;
  const tunnel = async (asked: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> => {
    const answer = await connect(asked).catch((error: unknown) => {
      throw new ProxyFault(undefined, error);
    });
    if (answer.statusCode === 200) return answer;
    answer.socket.on('error', () => {}).destroy();
    throw new ProxyFault(answer.statusCode);
  };
  return Object.assign(pool, { connect: tunnel });
}
