import { EventEmitter, on, setMaxListeners } from 'node:events';
import { UsageError } from '../config/messages.ts';
import type { Waited } from '../engine/ready.ts';
import type { RunEvent } from '../report/model/events.ts';
import type { Report } from '../report/model/report.ts';
import { createRedactor } from '../report/record/redact.ts';
import { definedOnly } from '../text/defined-only.ts';
import { type RunOptions, readOptions } from './options.ts';

/**
 * A run in progress: a promise of its report that is also an iterable of its events. An iteration starts with the next event
 * and ends with `finished`; one that starts after the run gets only `finished`. Leaving the iteration early does not end the
 * run. If the promise rejects, the iteration throws the same error, and the rejection counts as handled.
 */
export interface Running extends Promise<Report>, AsyncIterable<RunEvent> {}

/**
 * Tests the server at `baseUrl` and resolves with the report, whatever the server does; `report.verdict` says whether it
 * conforms. Rejects with a `UsageError` if an option is wrong, before it sends anything to the server.
 */
export function run(options: RunOptions): Running {
  const events = new EventEmitter();
  // Each iteration adds a listener, so there may be many.
  events.setMaxListeners(0);
  let isOver = false;
  const report = runWith(options, (event) => events.emit('event', event)).finally(() => {
    isOver = true;
    events.emit('end');
  });
  return Object.assign(report, {
    [Symbol.asyncIterator]: () => {
      report.catch(() => {});
      return iterate(isOver ? [] : on(events, 'event', { close: ['end'] }), report);
    },
  });
}

/** Yields the events of a run, and then its end. */
async function* iterate(
  events: AsyncIterable<readonly RunEvent[]> | readonly (readonly RunEvent[])[],
  report: Promise<Report>,
): AsyncGenerator<RunEvent, undefined> {
  for await (const emitted of events) yield* emitted;
  yield { type: 'finished', report: await report };
}

async function runWith(options: RunOptions, listen: (event: RunEvent) => void): Promise<Report> {
  // Waits, so that an iteration that starts immediately gets all events, even those before the next await.
  await Promise.resolve();
  const order = await readOptions(options).catch((error: unknown) => {
    if (!(error instanceof UsageError) || typeof options?.key !== 'string') throw error;
    throw new UsageError(createRedactor({ key: options.key })(error.message));
  });
  return test(options, order, listen);
}

/**
 * The users' signals for runs in progress. Without this reference, Node.js could discard a signal, which then could not end
 * its run.
 */
const held = new Set<Pick<RunOptions, 'signal'>>();

async function test(
  { signal, clock }: RunOptions,
  { settings, added }: Awaited<ReturnType<typeof readOptions>>,
  listen: (event: RunEvent) => void,
): Promise<Report> {
  // Requests in flight listen to the run's own signal, because a user's signal may end many runs, and would keep the
  // listeners of all of them.
  const ending = AbortSignal.any(signal === undefined ? [] : [signal]);
  setMaxListeners(0, ending);
  const ofUser = definedOnly({ signal });
  held.add(ofUser);
  try {
    let waited: Waited = {};
    if (settings.waitForSeconds !== undefined) {
      const { waitUntilReady } = await import('../engine/ready.ts');
      waited = await waitUntilReady(settings, ending);
    }
    // Loaded only here, because rendering reports does not need the HTTP client.
    const engine = await import('../engine/run.ts');
    return await engine.run(settings, {
      listen: (event) => {
        if (event.type !== 'finished') listen(event);
      },
      signal: ending,
      added,
      ...waited,
      ...definedOnly({ clock }),
    });
  } finally {
    held.delete(ofUser);
  }
}
