import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Dispatcher } from 'undici';
import { buildReferenceServer } from '../../reference-server/changes/start.ts';
import { respond } from '../../reference-server/front-door.ts';
import { incomingFrom } from '../../reference-server/incoming.ts';
import type { ReferenceServer, ReferenceServerOptions } from '../../reference-server/index.ts';
import type { Settings } from '../../src/config/settings.ts';
import { run } from '../../src/engine/run.ts';
import type { RunContext } from '../../src/engine/session.ts';
import type { Framed } from '../../src/http/round-trip.ts';
import { countedBy } from '../gallery/reference.ts';
import type { Started } from '../gallery/row.ts';
import { createSharedClock } from '../gallery/shared-clock.ts';
import { type Trial, trialKeys } from '../gallery/trial.ts';
import { dispatcherTo, lost, type Serve } from './in-memory-dispatcher.ts';
import { settingsFor } from './run-against.ts';

/** A reference server without a socket. */
export interface InMemoryServer extends Pick<ReferenceServer, 'stats'>, Started {
  readonly serve: Serve;
  /** Pass this to the run, which would otherwise open a socket. */
  readonly openDispatcher: NonNullable<RunContext['openDispatcher']>;
}

/**
 * Starts a reference server without a socket. A run then does everything except parsing and writing HTTP, in half the time
 * of a normal run. Use this in tests about what is sent and when, and what the kit concludes from the responses.
 */
export function startInMemory(options: ReferenceServerOptions): InMemoryServer {
  const { settings, reference, parts, counter } = buildReferenceServer(options);
  const door = { settings, parts, attachments: { observer: counter, fallback: reference } };
  let number = 0;

  const serve: Serve = async (sent, connection) => {
    const arrival = { number: ++number, at: settings.clock.now(), bodyLimit: settings.bodyLimit };
    const response = await respond(door, incomingFrom(received(sent, connection), arrival), undefined);
    if (response === undefined) throw lost();
    return response;
  };
  return {
    url: `http://in-memory.test${parts.basePath}`,
    stats: counter.read,
    counted: () => countedBy(counter.read()),
    serve,
    openDispatcher: () => dispatcherTo(serve),
  };
}

/** Makes the request that a server would have parsed. */
function received({ method, path, headers, body, framing }: Framed, connection: object) {
  if (!Array.isArray(headers)) throw new TypeError('the client must pass its headers as one flat list');
  // Only the address of the socket is read, and any object can identify a connection.
  const request = new IncomingMessage(connection as Socket);
  request.method = method;
  request.url = path;
  const bytes = bytesOf(body);
  const stated =
    framing === 'chunked' ? ['transfer-encoding', 'chunked'] : ['content-length', String(bytes.length)];
  const length = method === 'POST' && framing !== 'none' ? stated : [];
  request.rawHeaders = [...headers, ...length];
  request.push(bytes);
  if (framing === 'short') {
    // The rest of the body never arrives.
    const end = () => request.listenerCount('error') > 0 && request.emit('error', lost());
    request.once('newListener', () => setImmediate(end));
    return request;
  }
  request.push(null);
  request.complete = true;
  return request;
}

/** Runs the kit like `runAgainst`, against an in-memory server. */
export async function runInMemory(
  server: Partial<ReferenceServerOptions> = {},
  settings: Partial<Settings> = {},
  context: RunContext = {},
): Promise<Trial> {
  const clock = context.clock ?? createSharedClock();
  const { url, stats, openDispatcher } = startInMemory({ keys: trialKeys, clock, ...server });
  const report = await run(settingsFor(url, settings), { ...context, clock, openDispatcher });
  return { report, counted: stats() };
}

function bytesOf(body: Dispatcher.DispatchOptions['body']): Uint8Array {
  if (body === null || body === undefined) return new Uint8Array();
  if (!(body instanceof Uint8Array)) throw new TypeError('the client must pass its bodies as bytes');
  return body;
}
