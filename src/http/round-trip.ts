import type { Dispatcher } from 'undici';
import type { HeaderLine, HttpRequest } from '../exchange/exchange.ts';
import { type CollectedBody, createBodyCollector } from './body.ts';

/** The raw head of a response. */
export interface Head {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly HeaderLine[];
}

/** A received response with its undecoded body. */
export interface Received {
  readonly head: Head;
  readonly body: CollectedBody;
}

/** A request, and how it states the length of its body. If the framing is unusual, the request needs a connection of its own. */
export interface Framed extends Dispatcher.DispatchOptions {
  readonly framing?: HttpRequest['framing'];
}

/** A request to a dispatcher that can report its connection. */
export interface Tracked extends Framed {
  /**
   * Called once the request is sent, with a function that returns its connection. All requests on the same connection get the
   * same object.
   */
  readonly carriedBy?: (connection: () => object | undefined) => void;
}

/** Callbacks of a round trip. */
interface Watcher {
  /** Called once the connection is open, just before the first byte is sent. */
  onStart?(): void;
  /** Called with the head, before the body. */
  onHead?(head: Head): void;
  /** Called with the connection once it is open, if it is known. */
  onConnection?(connection: object): void;
}

/** Thrown for a response that was not complete in time. */
export class TooLate extends Error {}

/** Thrown if one of the kit's own callbacks threw, which is not the target's fault. `cause` is the error. */
export class ThrownByKit extends Error {}

/**
 * Sends a request and receives the response, up to `cap` bytes of its body. undici's `request` is slower, because it creates
 * a stream for each body.
 */
export function startRoundTrip(
  via: Pick<Dispatcher, 'dispatch'>,
  request: Framed,
  { cap, timeoutMs }: { readonly cap: number; readonly timeoutMs: number },
  { onStart, onHead, onConnection }: Watcher = {},
) {
  let controller: Dispatcher.DispatchController | undefined;
  let stopped: Error | undefined;
  let resolve: (received: Received) => void = () => {};
  let reject: (reason: unknown) => void = () => {};
  const received = new Promise<Received>((...settle) => {
    [resolve, reject] = settle;
  });
  const stop = (reason: Error): void => {
    stopped = reason;
    reject(reason);
    controller?.abort(reason);
  };
  const guarded =
    <Given extends unknown[]>(act: (...given: Given) => void) =>
    (...given: Given): void => {
      try {
        act(...given);
      } catch (error) {
        reject(new ThrownByKit('a callback threw', { cause: error }));
        throw error;
      }
    };

  // One deadline for head and body, because undici's timers are imprecise and limit only pauses.
  const late = `no complete response within ${timeoutMs / 1000} s`;
  const deadline = setTimeout(() => stop(new TooLate(late)), timeoutMs);

  let head: Head | undefined;
  const body = createBodyCollector(cap);
  const end = () => {
    if (head !== undefined) resolve({ head, body: body.taken() });
  };
  let connection: () => object | undefined = () => undefined;
  const tracked: Tracked = {
    ...request,
    carriedBy(current) {
      connection = current;
    },
  };
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: guarded((given) => {
      controller = given;
      onStart?.();
      const carrier = connection();
      if (carrier !== undefined) onConnection?.(carrier);
      if (stopped !== undefined) given.abort(stopped);
    }),
    onResponseStart: guarded(({ rawHeaders }, status, _headers, reason = '') => {
      // Interim responses are ignored.
      if (status < 200) return;
      head = { status, reason, headers: headerLines(rawHeaders as readonly (Buffer | string)[]) };
      onHead?.(head);
    }),
    onResponseData(given, part) {
      if (body.add(part)) return;
      end();
      given.abort(new Error('the rest is not read'));
    },
    onResponseEnd: end,
    onResponseError: (_given, error) => reject(error),
  };
  try {
    via.dispatch(tracked, handler);
  } catch (error) {
    reject(error);
  }
  return {
    /** Rejects with undici's error, a `ThrownByKit`, or the reason of `stop`. */
    received: received.finally(() => clearTimeout(deadline)),
    /** Closes the connection and rejects immediately, because undici may never report the end of an unexpected upgrade. */
    stop,
  };
}

/** Pairs the names and values from undici. */
function headerLines(flat: readonly (Buffer | string)[]): HeaderLine[] {
  const lines: HeaderLine[] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) lines.push([latin1(flat[at]), latin1(flat[at + 1])]);
  return lines;
}

function latin1(text: Buffer | string | undefined): string {
  return typeof text === 'object' ? text.toString('latin1') : String(text);
}
