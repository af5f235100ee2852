import type { Dispatcher } from 'undici';
import type { HeaderLine } from '../exchange/exchange.ts';
import { type CollectedBody, createBodyCollector, longBody } from './body.ts';

/** An answer whose head has been read, raw. */
export interface Head {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly HeaderLine[];
}

/** An answer as it came: its body is not decoded. */
export interface Received {
  readonly head: Head;
  readonly body: CollectedBody;
}

/** A request as a dispatcher takes it that can say which connection carries it. */
export interface Tracked extends Dispatcher.DispatchOptions {
  /** Called with what gives the connection, an object that is the same for all requests on it, once the request is sent. */
  readonly carriedBy?: (connection: () => object | undefined) => void;
}

/** What is asked and told while a request is under way. */
export interface Watcher {
  /** Asked when its connection is open, just before the first byte is sent, which may be long after it was to go. */
  mayStart(): boolean;
  /** Hears of the head before the body is there. */
  onHead(head: Head): void;
  /** Asked with each part of a long body: where it says no, nothing more is read until `go` is called. */
  mayReadOn(go: () => void): boolean;
  /** Hears of the connection as soon as it is open, where the dispatcher knows it. */
  onConnection?(connection: object): void;
}

/** Why a request was not sent: `mayStart` said no. */
export class HeldBack extends Error {
  override name = 'HeldBack';
}

/**
 * Sends a request and takes what comes back, as far as `cap` bytes of the body. undici's own `request` makes a stream of
 * each body, which takes longer than all of this.
 */
export function startRoundTrip(
  via: Pick<Dispatcher, 'dispatch'>,
  request: Dispatcher.DispatchOptions,
  cap: number,
  { mayStart, onHead, mayReadOn, onConnection }: Watcher,
) {
  let controller: Dispatcher.DispatchController | undefined;
  let stopped: Error | undefined;
  let rejectReceived: (reason: unknown) => void = () => {};
  const received = new Promise<Received>((resolve, reject) => {
    rejectReceived = reject;
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
    via.dispatch(tracked, {
      onRequestStart(given) {
        controller = given;
        const carrier = connection();
        if (carrier !== undefined) onConnection?.(carrier);
        if (stopped !== undefined) given.abort(stopped);
        else if (!mayStart()) given.abort(new HeldBack());
      },
      onResponseStart({ rawHeaders }, status, _headers, reason = '') {
        // Interim answers say nothing of the final one.
        if (status < 200) return;
        head = { status, reason, headers: headerLines(rawHeaders as readonly (Buffer | string)[]) };
        onHead(head);
      },
      onResponseData(given, part) {
        if (body.add(part)) {
          if (body.size() > longBody && !mayReadOn(() => given.resume())) given.pause();
          return;
        }
        end();
        given.abort(new Error('the rest is not read'));
      },
      onResponseEnd: end,
      onResponseError: (_given, error) => reject(error),
    });
  });
  return {
    /** Rejects with what undici made of a failure, with the reason for which it was stopped, or with `HeldBack`. */
    received,
    /**
     * Closes the connection; what comes after that is not heard of. An unexpected upgrade is an end that undici may never
     * tell of: the promise does not wait for it.
     */
    stop(reason: Error): void {
      stopped = reason;
      rejectReceived(reason);
      controller?.abort(reason);
    },
  };
}

/** The lines of the newest head. Most of what a server writes there it writes in every answer. */
let newest: readonly HeaderLine[] = [];

/**
 * Header lines as undici gives them, names and values in turn. What stood at the same place of the head before is shared
 * with it: long runs hold on to very many answers.
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
