import { setMaxListeners } from 'node:events';
import { UsageError } from '../config/messages.ts';
import type { RunEvent } from '../report/model/events.ts';
import type { Report } from '../report/model/report.ts';
import { messageRedactor } from '../report/record/redact.ts';
import { definedOnly } from '../text/defined-only.ts';
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
  const { settings, added, waitForSeconds } = order;
  const ending = endingWith(signal);
  try {
    let heldMs: number | undefined;
    if (waitForSeconds !== undefined) {
      const { waitUntilUp } = await import('../engine/preflight.ts');
      // What does not answer by then, the run says of it.
      ({ heldMs } = await waitUntilUp(settings.baseUrl, waitForSeconds, settings, ending.signal));
    }
    // What sends requests is loaded only now: those who render reports do not need it.
    const engine = await import('../engine/run.ts');
    return await engine.run(settings, {
      listen: (event) => {
        if (event.type !== 'finished') push(event);
      },
      ...{ signal: ending.signal, added },
      ...definedOnly({ clock, heldMs }),
    });
  } finally {
    ending.leave();
  }
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

/** Beyond so many that a slow reader has not taken yet, exchanges in a row are told as one, the last of them. */
const mostUnread = 1_000;

interface Reader {
  readonly unread: RunEvent[];
  /** Called when there is something new to read. */
  wake: () => void;
}

/**
 * Passes the events of one run on to everybody who iterates by then, and its end to those who come later, too. A stream
 * without readers keeps nothing else.
 */
export function createEventStream() {
  const readers = new Set<Reader>();
  let ended: { readonly last: RunEvent } | { readonly error: unknown } | undefined;

  const finish = (end: typeof ended): void => {
    ended = end;
    for (const reader of readers) reader.wake();
  };
  return {
    push(event: RunEvent): void {
      for (const { unread, wake } of readers) {
        const isSuperseded =
          unread.length >= mostUnread && unread.at(-1)?.type === 'exchange' && event.type === 'exchange';
        if (isSuperseded) unread.pop();
        unread.push(event);
        wake();
      }
    },
    end: (last: RunEvent) => finish({ last }),
    fail: (error: unknown) => finish({ error }),
    /** From the next event on. */
    iterate(): AsyncIterableIterator<RunEvent, undefined> {
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
        else if (ended === undefined)
          await new Promise<void>((resolve) => {
            reader.wake = resolve;
          });
        else if ('error' in ended) throw ended.error;
        else {
          yield ended.last;
          return undefined;
        }
      }
    } finally {
      readers.delete(reader);
    }
  }
}

type EventStream = ReturnType<typeof createEventStream>;
