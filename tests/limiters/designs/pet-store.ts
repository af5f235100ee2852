import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConnectionLost, type Incoming, incomingFrom } from '../../../reference-server/incoming.ts';
import { withDefaults } from '../../../reference-server/options.ts';
import type { Parts } from '../../../reference-server/parts.ts';
import { responseTo } from '../../../reference-server/pipeline.ts';
import { holdersOf, referenceParts } from '../../../reference-server/reference-parts.ts';
import { type HttpResponse, valuesOf } from '../../../reference-server/response.ts';
import type { Clock } from '../../../src/exchange/clock.ts';
import type { Started } from '../../gallery/row.ts';
import { testKey } from '../../support/run-against.ts';
import { carriesKey, createRequestLog } from '../request-log.ts';
import { underClock } from '../virtual-date.ts';

/** The Pet Store Service without a limiter, for use behind a package's limiter. */
export interface PetStore {
  readonly clock: Clock;
  /** Handles a request whose body has not been read. */
  response(request: IncomingMessage): Promise<HttpResponse>;
  /** Handles a request whose body a framework has read. */
  responseRead(request: IncomingMessage, body: Uint8Array): Promise<HttpResponse>;
  hasKey(request: IncomingMessage): boolean;
}

export const limit = 60;
export const windowMs = 60_000;

function createPetStore(clock: Clock): PetStore {
  const settings = withDefaults({ keys: [{ key: testKey, plan: 'free' }], clock });
  const reference = referenceParts(settings, holdersOf(settings));
  const parts: Parts = {
    ...reference,
    limiter: {
      ...reference.limiter,
      take: (bucket, now) => ({ ...reference.limiter.show(bucket, now), allowed: true }),
    },
    rateHeaders: () => [],
  };
  let number = 0;
  const incoming = (request: IncomingMessage): Incoming =>
    incomingFrom(request, { number: ++number, at: clock.now(), bodyLimit: settings.bodyLimit });
  const now = () => clock.now();

  return {
    clock,
    response: (request) => responseTo(incoming(request), undefined, parts, now),
    responseRead: (request, bytes) => {
      const body = async () => ({ kind: 'bytes', bytes }) as const;
      return responseTo({ ...incoming(request), body }, undefined, parts, now);
    },
    hasKey: (request) => carriesKey(request.headers.authorization, testKey),
  };
}

/** Writes a response of the store, keeping the headers that a limiter has set. */
export function write({ status, headers, body }: HttpResponse, response: ServerResponse): void {
  response.statusCode = status;
  for (const name of new Set(headers.map(([one]) => one)))
    response.setHeader(name, [...valuesOf(headers, name)]);
  response.end(body);
}

/** Starts a server with a package's limiter and a clock of its own; `listener` wraps the store. */
export async function startLimited(
  clock: Clock,
  listener: (store: PetStore) => RequestListener | Promise<RequestListener>,
): Promise<Started> {
  const log = createRequestLog();
  const store = createPetStore(clock);
  const listen = await listener(store);
  const server = createServer((request, response) =>
    underClock(clock, () => {
      log.arrived(clock.now(), store.hasKey(request));
      beforeHead(response, () => {
        response.setHeader('Date', new Date(clock.now()).toUTCString());
        const lines = Object.entries(response.getHeaders()).flatMap(([name, value]) =>
          [value].flat().map((one) => [name, String(one)] as const),
        );
        log.responded(response.statusCode, lines, clock.now());
      });
      // A client whose request never arrived in full gets no response.
      Promise.resolve(listen(request, response)).catch((error: unknown) => {
        if (!(error instanceof ConnectionLost)) throw error;
      });
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    counted: () => log.counts,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * Calls `then` once all headers are set but before any header is written. This works because node:http always calls
 * writeHead.
 */
function beforeHead(response: ServerResponse, then: () => void): void {
  const writeHead = response.writeHead.bind(response);
  response.writeHead = (status: number, ...rest: unknown[]) => {
    response.statusCode = status;
    for (const given of rest)
      if (typeof given === 'object' && given !== null)
        for (const [name, value] of Object.entries(given)) response.setHeader(name, value);
    then();
    return writeHead(status);
  };
}

/** Passes requests alternately to two processes that share no state. */
export function inTurn<Handler>(processes: readonly [Handler, Handler]): () => Handler {
  let requests = 0;
  return () => processes[requests++ % 2 === 0 ? 0 : 1];
}
