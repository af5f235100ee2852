import type { Dispatcher } from 'undici';
import type { HeaderLine } from '../exchange/exchange.ts';
import { type CollectedBody, createBodyCollector, type Turn } from './body.ts';

/** The head of a response, raw. */
interface Head {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly HeaderLine[];
}

/** A response as it came: its body is not decoded. */
export interface Received {
  readonly head: Head;
  readonly body: CollectedBody;
}

/** A request as a dispatcher takes it that can report the connection that carries it. */
export interface Tracked extends Dispatcher.DispatchOptions {
  /** Called with a function that returns the connection, the same object for all requests on it, once the request is sent. */
  readonly carriedBy?: (connection: () => object | undefined) => void;
}

/** What a round trip asks and reports on its way. */
interface Watcher {
  /** Asked once its connection is open, just before the first byte is sent, which may be long after it was to go. */
  mayStart(): boolean;
  /** Called with the head before the body is there. */
  onHead(head: Head): void;
  /** Called with the connection as soon as it is open, if the dispatcher knows it. */
  onConnection(connection: object): void;
}

/** Rejects a request that was not sent because `mayStart` returned false. */
export class HeldBack extends Error {
  override name = 'HeldBack';
}

/** Rejects a response that was not complete in time. */
export class TooLate extends Error {}

/** Rejects with what the kit itself threw while undici called it, as `cause`: it is no fault of the target. */
export class ThrownByKit extends Error {}

/**
 * Sends a request and takes the response, up to `cap` bytes of its body. undici's own `request` makes a stream of each body,
 * which takes longer than all of this.
 */
export function startRoundTrip(
  via: Pick<Dispatcher, 'dispatch'>,
  request: Dispatcher.DispatchOptions,
  { cap, timeoutMs, turn }: { readonly cap: number; readonly timeoutMs: number; readonly turn: Turn },
  { mayStart, onHead, onConnection }: Watcher,
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

  // One deadline for the whole exchange, head and body: undici's timers run late and know only of pauses.
  let due = 0;
  let leftMs = timeoutMs;
  let deadline: NodeJS.Timeout | undefined;
  const runDeadline = () => {
    due = performance.now() + leftMs;
    deadline = setTimeout(() => stop(new TooLate()), leftMs);
  };
  // The time in which the kit itself does not read is not the target's.
  const pauseDeadline = () => {
    clearTimeout(deadline);
    leftMs = due - performance.now();
  };

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
  runDeadline();
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: guarded((given) => {
      controller = given;
      const carrier = connection();
      if (carrier !== undefined) onConnection(carrier);
      if (stopped !== undefined) given.abort(stopped);
      else if (!mayStart()) given.abort(new HeldBack());
    }),
    onResponseStart: guarded(({ rawHeaders }, status, _headers, reason = '') => {
      // Interim responses say nothing of the final one.
      if (status < 200) return;
      head = { status, reason, headers: headerLines(rawHeaders as readonly (Buffer | string)[]) };
      onHead(head);
    }),
    onResponseData(given, part) {
      const goOn = () => {
        runDeadline();
        given.resume();
      };
      if (!body.add(part)) {
        end();
        given.abort(new Error('the rest is not read'));
      } else if (body.isLong() && !turn.take(goOn)) {
        pauseDeadline();
        given.pause();
      }
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
    /** Rejects with undici's error, a `ThrownByKit`, a `HeldBack`, or the reason for which it was stopped. */
    received: received.finally(() => clearTimeout(deadline)),
    /** Closes the connection, and rejects at once: undici may never report the end of an unexpected upgrade. */
    stop,
  };
}

/** The lines of the newest head: most of what a server writes there it writes in every response. */
let newest: readonly HeaderLine[] = [];

/**
 * Pairs names and values as undici gives them, in turn. Lines equal to those at the same place of the head before are shared
 * with it: long runs keep very many responses.
 */
export function headerLines(flat: readonly (Buffer | string)[]): HeaderLine[] {
  const lines: HeaderLine[] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) {
    const [name, value] = [latin1(flat[at]), latin1(flat[at + 1])];
    const before = newest[at / 2];
    lines.push(before !== undefined && before[0] === name && before[1] === value ? before : [name, value]);
  }
  newest = lines;
  return lines;
}

function latin1(text: Buffer | string | undefined): string {
  return typeof text === 'object' ? text.toString('latin1') : String(text);
}
