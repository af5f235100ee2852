import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Connections } from './connections.ts';
import { type Deliver, deliver, endGently, verbatimBytes } from './deliver.ts';
import { ConnectionLost, type Incoming, incomingFrom, unreadableRequest } from './incoming.ts';
import type { Settings } from './options.ts';
import type { Parts } from './parts.ts';
import { responseTo } from './pipeline.ts';
import { problem } from './problem.ts';
import type { HeaderLine, HttpResponse } from './response.ts';
import type { Route } from './routing.ts';

/** Optional additions to a server, apart from changed parts. A plain server has none of them. */
export interface Attachments {
  /** Sees every request and its response, like an access log. */
  readonly observer?: Observer;
  /** Sends the responses; by default, `deliver` of deliver.ts does. */
  readonly deliver?: Deliver;
  /** Builds the 500 if the server's own parts fail. */
  readonly fallback?: Parts;
}

/** Observes the traffic of a server. */
export interface Observer {
  readonly arrived: (incoming: Incoming) => void;
  readonly responded: (incoming: Incoming, response: HttpResponse) => void;
  /** Called when the server itself fails while it responds. */
  readonly failed: (error: unknown) => void;
}

/** What a server needs to receive requests. */
interface FrontDoor {
  readonly settings: Settings;
  readonly parts: Parts;
  readonly connections: Connections;
  readonly attachments: Attachments;
}

/** Receives everything that reaches the port, including events that node:http hides from ordinary handlers. */
export function attachFrontDoor(server: Server, door: FrontDoor): void {
  const { settings, connections, attachments } = door;
  const refusedSockets = new WeakSet<object>();
  /** The newest request of each connection. */
  const requests = new WeakMap<object, IncomingMessage>();
  let number = 0;

  const arrival = () => {
    number += 1;
    return { number, at: settings.clock.now(), bodyLimit: settings.bodyLimit };
  };

  const serve = async (
    request: IncomingMessage,
    outgoing: ServerResponse,
    refusal?: Route,
  ): Promise<void> => {
    requests.set(request.socket, request);
    await connections.underWay(request.socket, outgoing);
    if (request.socket.destroyed) return;
    const incoming = incomingFrom(request, arrival());
    const response = await respond(door, incoming, refusal ?? hostRefusal(request));
    if (response === undefined) request.socket.destroy();
    else await (attachments.deliver ?? deliver)(response, request, outgoing);
  };

  const refuseOn = async (socket: Duplex, incoming: Incoming, refusal: Route): Promise<void> => {
    const response = await respond(door, incoming, refusal);
    if (response !== undefined && socket.writable) endGently(socket, verbatimBytes(response));
  };

  /** Handles what the HTTP parser refused, and clients that were too slow. */
  const onClientError = (error: NodeJS.ErrnoException, socket: Duplex): void => {
    if (refusedSockets.has(socket)) return;
    refusedSockets.add(socket);
    const state = connections.state(socket);
    const request = requests.get(socket);
    // An operation that is reading the body still responds, because a client that has closed its side may read the response.
    const isRead = state === 'waiting' && (request?.listenerCount('error') ?? 0) > 0;
    if (error.code === 'HPE_INVALID_EOF_STATE' && isRead) return void request?.emit('error', error);
    const gone = error.code === 'ECONNRESET' || (error.code === 'HPE_INVALID_EOF_STATE' && state !== 'idle');
    if (gone || !socket.writable || state === 'responding') {
      socket.destroy();
      return;
    }
    const address = (socket as Socket).remoteAddress ?? 'unknown';
    const incoming = unreadableRequest(arrival(), socket, address);
    settle(refuseOn(socket, incoming, parserRefusal(error.code)), socket);
  };

  /** Limits the effect of a failure to its connection, if the failure occurs after the response was built. */
  const settle = (work: Promise<void>, socket: Duplex): void => {
    work.catch((error: unknown) => {
      attachments.observer?.failed(error);
      socket.destroy();
    });
  };

  server.on('request', (request, outgoing) => settle(serve(request, outgoing), request.socket));
  server.on('checkExpectation', (request, outgoing) => {
    settle(serve(request, outgoing, expectationRefusal), request.socket);
  });
  server.on('connect', (request, socket) => {
    settle(refuseOn(socket, incomingFrom(request, arrival()), connectRefusal), socket);
  });
  server.on('clientError', onClientError);
}

/** Builds the response, or a 500 if a part throws. Returns undefined if the client has disconnected. */
export async function respond(
  { settings, parts, attachments }: Pick<FrontDoor, 'settings' | 'parts' | 'attachments'>,
  incoming: Incoming,
  refusal: Route | undefined,
): Promise<HttpResponse | undefined> {
  const { observer, fallback = parts } = attachments;
  const now = (): number => settings.clock.now();
  observer?.arrived(incoming);
  const response = await responseTo(incoming, refusal, parts, now).catch((error: unknown) => {
    if (error instanceof ConnectionLost) return undefined;
    observer?.failed(error);
    return responseTo(incoming, FAULT, fallback, now);
  });
  if (response !== undefined) observer?.responded(incoming, response);
  return response;
}

const FAULT = refused(500, 'internal_error', 'The server has failed.');

const CLOSE: HeaderLine = ['Connection', 'close'];

/** Refuses an HTTP/1.1 request that does not have exactly one Host line (RFC 9112 3.2). */
function hostRefusal({ httpVersion, rawHeaders }: IncomingMessage): Route | undefined {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return undefined;
  return refused(400, 'host_invalid', 'Exactly one Host header is required.', [CLOSE]);
}

/** The refusal of any expectation other than 100-continue (RFC 9110 10.1.1). */
const expectationRefusal = refused(417, 'expectation_failed', 'The expectation cannot be met.');

/** The refusal of CONNECT, which asks for a tunnel that this server does not offer. */
const connectRefusal = refused(405, 'method_not_allowed', 'The method is not allowed here.', [
  ['Allow', 'GET, HEAD, POST'],
  CLOSE,
]);

/** Returns the response to a request that the HTTP parser rejected, depending on the parser's error code. */
function parserRefusal(code: string | undefined): Route {
  if (code === 'HPE_HEADER_OVERFLOW')
    return refused(431, 'head_too_large', 'The request head is too large.', [CLOSE]);
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return refused(408, 'request_timeout', 'The request took too long to arrive.', [CLOSE]);
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW')
    return refused(413, 'body_too_large', 'The request body is too large.', [CLOSE]);
  return refused(400, 'request_malformed', 'The request is not HTTP.', [CLOSE]);
}

function refused(status: number, code: string, message: string, headers: readonly HeaderLine[] = []): Route {
  return { kind: 'refused', problem: problem(status, code, message), headers };
}
