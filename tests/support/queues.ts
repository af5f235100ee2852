import { setImmediate as nextTurn } from 'node:timers/promises';
import { get, plainList } from '../../src/checks/requests.ts';
import { defaultSettings } from '../../src/config/settings.ts';
import { createLane, type LaneOptions } from '../../src/engine/pacing/lane.ts';
import type { Wanted } from '../../src/engine/pacing/requests.ts';
import type { Exchange, FaultKind, HttpRequest } from '../../src/exchange/exchange.ts';
import type { Sending } from '../../src/http/client.ts';
import type { RunEvent } from '../../src/report/model/events.ts';
import { customReason } from '../../src/spec/reasons.ts';
import { freshReadings } from './readings.ts';
import { type ResponseParts, responded, start } from './responses.ts';

/** What the target does with a request. */
export interface Reply extends Omit<ResponseParts, 'at' | 'request'> {
  readonly fault?: FaultKind;
  /** An error that the client throws. */
  readonly error?: Error;
  /** The response arrives once this promise has resolved. */
  readonly after?: Promise<void>;
}

export interface Target {
  /** The replies to the requests, in order. The last one is repeated. By default, all requests are served. */
  readonly replies?: readonly Reply[];
  /** Returns the reply to a request. */
  readonly reply?: (request: HttpRequest, sending: Sending) => Reply;
  readonly settings?: Partial<LaneOptions['settings']>;
  /** Whether waits last until they are aborted. */
  readonly waitsLong?: boolean;
}

/**
 * Creates a queue that sends one request at a time to a target in virtual time, without jitter. `log` says in words what
 * the queue sent and how it waited.
 */
export function queueTo({
  replies = [{}],
  reply,
  settings,
  waitsLong = false,
  ...options
}: Target & Partial<Omit<LaneOptions, 'settings'>> = {}) {
  const log: string[] = [];
  const events: RunEvent[] = [];
  const seen: Exchange[] = [];
  const faults: unknown[] = [];
  let now = 0;
  let number = 0;
  let sent = 0;

  const exchange = async (request: HttpRequest, sending: Sending): Promise<Exchange> => {
    const { purpose, sentFor, isFresh, overLimit } = sending;
    const notes = [
      ...(isFresh === true ? ['on a new connection'] : []),
      ...(overLimit ? ['over the limit'] : []),
    ];
    log.push([purpose, `for ${sentFor}`, ...notes].join(' '));
    const { fault, error, after, ...parts } = reply?.(request, sending) ??
      replies[Math.min(number++, replies.length - 1)] ?? { status: 200 };
    await after;
    if (error !== undefined) throw error;
    const response = {
      ...responded({ at: now / 1000, took: 0, ...parts, request }),
      id: ++sent,
      purpose,
      sentFor,
      overLimit,
    };
    if (fault !== undefined)
      return { ...response, outcome: { kind: 'fault', fault: { kind: fault, sentence: fault } } };
    sending.onHead?.(response.outcome.response.status, response.outcome.response.headers);
    return response;
  };

  const queue = createLane({
    client: { exchange, open: async () => {}, close: async () => {} },
    clock: {
      now: () => start * 1000 + now,
      monotonic: () => now,
      async sleep(ms, signal) {
        signal?.throwIfAborted();
        if (waitsLong)
          await new Promise((_resolve, reject) => signal?.addEventListener('abort', reject, { once: true }));
        now += ms;
        await nextTurn();
      },
    },
    settings: {
      ...defaultSettings(),
      concurrency: 1,
      maxRequests: 100,
      maxWaitSeconds: 600,
      ...settings,
    },
    exhaust: customReason('not wanted'),
    random: () => 0,
    readings: freshReadings(),
    onExchange: (one) => seen.push(one),
    onFault: (error) => faults.push(error),
    listen: (event) => {
      events.push(event);
      if (event.type === 'waiting') log.push(`waits ${event.seconds} s ${event.reason}`);
      if (event.type === 'resumed') log.push('resumes');
    },
    ...options,
  });

  return {
    queue,
    log,
    events,
    seen,
    faults,
    /** Asks the queue to send a request. Resolves with the status, the fault, or why the request was not sent. */
    async ask(purpose: string, also: Partial<Wanted> = {}): Promise<string | number> {
      const wanted = { purpose, sentFor: 'pets.exists', priority: 1, make: () => get('/pets/1'), ...also };
      try {
        const { outcome } = await soon(queue.send(wanted));
        return outcome.kind === 'response' ? outcome.response.status : outcome.fault.kind;
      } catch (error) {
        return String(error);
      }
    },
  };
}

export const aList: Partial<Wanted> = { sentFor: 'list.ok', make: plainList };

/** Rejects if a promise does not settle soon, so that a test does not wait long for it. */
export async function soon<Value>(promise: Promise<Value>): Promise<Value> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  promise.then(end, end);
  for (let turn = 0; turn < 5_000 && !isOver; turn++) await nextTurn();
  if (!isOver) throw new Error('it does not end');
  return promise;
}

/** Waits until everything that needs no response has happened. */
export async function turns(count = 5): Promise<void> {
  for (let turn = 0; turn < count; turn++) await nextTurn();
}

/** Creates a response that is held until the test releases it. */
export function held(reply: Reply = {}) {
  let release = () => {};
  const after = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { reply: { ...reply, after }, release: () => release() };
}

/** Returns whether a promise is settled, without waiting for it. */
export async function isOver(promise: Promise<unknown>): Promise<boolean> {
  let over = false;
  promise.then(
    () => (over = true),
    () => (over = true),
  );
  await turns();
  return over;
}
