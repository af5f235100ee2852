import { setMaxListeners } from 'node:events';
import { UsageError } from '../config/messages.ts';
import type { RunEvent } from '../report/model/events.ts';
import type { Report } from '../report/model/report.ts';
import { messageRedactor } from '../report/record/redact.ts';
import type { WaitedFor } from '../run/wait-until-up.ts';
import type { RunOptions } from './options.ts';
import { type RunOrder, readOptions } from './read-options.ts';

/**
 * A run that goes on: a promise of its report, and its events for those who iterate. An iteration begins with the
 * event that comes next and ends with `finished`, also where it begins after that; leaving it early does not end the
 * run. It throws what the promise rejects with, which then counts as heeded.
 */
export interface Running extends Promise<Report>, AsyncIterable<RunEvent> {}

/**
 * Tests the service at `baseUrl` and resolves with the report, whatever the service does; `report.verdict` says
 * whether it conforms. Rejects with a `UsageError` where an option is wrong; then the service was sent nothing.
 */
export function run(options: RunOptions): Running {
  const events = createEventStream();
  const report = runWith(options, events);
  return Object.assign(report, {
    [Symbol.asyncIterator]: () => {
      report.catch(() => {});
      return events.iterate();
    },
  });
}

async function runWith(options: RunOptions, events: EventStream): Promise<Report> {
  try {
    // Whoever iterates at once is told everything, what comes before the first await included.
    await Promise.resolve();
    const report = await test(options, await understood(options), events);
    events.end({ type: 'finished', report });
    return report;
  } catch (error) {
    events.fail(error);
    throw error;
  }
}

/** The options, read and checked; what an error says of them holds no secret. */
async function understood(options: RunOptions): Promise<RunOrder> {
  try {
    return await readOptions(options);
  } catch (error) {
    if (!(error instanceof UsageError) || typeof options?.key !== 'string') throw error;
    throw new UsageError(messageRedactor(options.key)(error.message));
  }
}

async function test({ signal, clock }: RunOptions, order: RunOrder, { push }: EventStream): Promise<Report> {
  const ending = endingWith(signal);
  try {
    const { heldMs } = await waitForService(order, ending.signal);
    // What sends requests is loaded only now: those who render reports do not need it.
    const engine = await import('../run/run.ts');
    return await engine.run(order.settings, {
      listen: (event) => {
        if (event.type !== 'finished') push(event);
      },
      signal: ending.signal,
      added: order.added,
      ...(clock === undefined ? {} : { clock }),
      ...(heldMs === undefined ? {} : { heldMs }),
    });
  } finally {
    ending.leave();
  }
}

/** Waits for the service as long as `waitFor` allows; what does not answer then, the run says of it. */
async function waitForService(
  { waitForSeconds, settings }: RunOrder,
  signal: AbortSignal,
): Promise<Pick<WaitedFor, 'heldMs'>> {
  if (waitForSeconds === undefined) return {};
  const { waitUntilUp } = await import('../run/wait-until-up.ts');
  return waitUntilUp(settings.baseUrl, waitForSeconds, settings, signal);
}

/** A signal of the run's own: each request under way listens to it, and nothing stays behind on the user's. */
function endingWith(given: AbortSignal | undefined): { signal: AbortSignal; leave: () => void } {
  const own = new AbortController();
  setMaxListeners(0, own.signal);
  const end = (): void => own.abort(new Error('the run was interrupted'));
  if (given?.aborted === true) end();
  given?.addEventListener('abort', end, { once: true });
  return { signal: own.signal, leave: () => given?.removeEventListener('abort', end) };
}

/** Passes the events of one run on to everybody who iterates. */
export interface EventStream {
  /** Tells an event to those who iterate by now; it is kept for nobody else. */
  readonly push: (event: RunEvent) => void;
  /** The last event of all, which those who come later get as well. */
  readonly end: (last: RunEvent) => void;
  /** Ends every iteration, those to come too, with this error. */
  readonly fail: (error: unknown) => void;
  /** From the next event on. */
  readonly iterate: () => AsyncIterableIterator<RunEvent, undefined>;
}

/** Beyond so many that a slow reader has not taken yet, exchanges in a row are told as one, the last of them. */
const mostUnread = 1_000;

type End =
  | { readonly kind: 'last'; readonly event: RunEvent }
  | { readonly kind: 'error'; readonly error: unknown };

interface Reader {
  readonly unread: RunEvent[];
  /** Called when there is something new to read. */
  wake: () => void;
}

/** A stream without readers keeps nothing but its end. */
export function createEventStream(): EventStream {
  const readers = new Set<Reader>();
  let ended: End | undefined;

  const finish = (end: End): void => {
    ended = end;
    for (const reader of readers) reader.wake();
  };
  return {
    push(event) {
      for (const reader of readers) {
        add(reader.unread, event);
        reader.wake();
      }
    },
    end: (event) => finish({ kind: 'last', event }),
    fail: (error) => finish({ kind: 'error', error }),
    iterate() {
      const reader: Reader = { unread: [], wake: () => {} };
      readers.add(reader);
      return read(reader);
    },
  };

  async function* read(reader: Reader): AsyncGenerator<RunEvent, undefined> {
    try {
      for (;;) {
        const next = reader.unread.shift();
        if (next !== undefined) yield next;
        else if (ended?.kind === 'error') throw ended.error;
        else if (ended?.kind === 'last') {
          yield ended.event;
          return undefined;
        } else
          await new Promise<void>((resolve) => {
            reader.wake = resolve;
          });
      }
    } finally {
      readers.delete(reader);
    }
  }
}

function add(unread: RunEvent[], event: RunEvent): void {
  const isSuperseded =
    unread.length >= mostUnread && unread.at(-1)?.type === 'exchange' && event.type === 'exchange';
  if (isSuperseded) unread.pop();
  unread.push(event);
}
