import { STATUS_CODES } from 'node:http';
import type { Dispatcher } from 'undici';
import { deliveryOf } from '../../reference-server/changes/delivery.ts';
import type { HttpResponse } from '../../reference-server/index.ts';
import { valuesOf } from '../../reference-server/response.ts';
import type { Framed, Tracked } from '../../src/http/round-trip.ts';

/** Serves one request; `connection` is the same object for all requests of one connection. */
export type Serve = (sent: Framed, connection: object) => Promise<HttpResponse>;

/** Returns a dispatcher that calls the server instead of opening a socket. Connections are reused. */
export function dispatcherTo(serve: Serve): Pick<Dispatcher, 'dispatch' | 'destroy'> {
  const idle: object[] = [];

  async function deliver(sent: Tracked, handler: Dispatcher.DispatchHandler): Promise<void> {
    const connection = idle.pop() ?? {};
    sent.carriedBy?.(() => connection);
    handler.onRequestStart?.(controllerOf([]), {});
    const response = await serve(sent, connection);
    const { status, headers, body } = response;
    const { cut, verbatim } = deliveryOf(response);
    if (cut !== undefined) throw lost();
    const closes = valuesOf(headers, 'Connection').includes('close');
    if (verbatim === undefined && !closes) idle.push(connection);
    const controller = controllerOf(headers.flatMap(([name, value]) => [name, value.trim()]));
    handler.onResponseStart?.(controller, status, {}, STATUS_CODES[status]);
    handler.onResponseData?.(controller, Buffer.from(body));
    handler.onResponseEnd?.(controller, {});
  }

  return {
    dispatch(sent, handler) {
      deliver(sent, handler).catch((error: Error) => handler.onResponseError?.(controllerOf([]), error));
      return true;
    },
    destroy: async () => {},
  };
}

/** Returns a controller that does nothing. Responses arrive whole, so none can be paused or aborted. */
function controllerOf(rawHeaders: string[]): Dispatcher.DispatchController {
  const ignore = () => {};
  return {
    aborted: false,
    paused: false,
    reason: null,
    rawHeaders,
    abort: ignore,
    pause: ignore,
    resume: ignore,
  };
}

/** Returns undici's error for a connection that the server closed. */
export function lost(): Error {
  return Object.assign(new Error('the connection was closed'), { code: 'UND_ERR_SOCKET' });
}
