import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ReferenceServerOptions } from '../../reference-server/index.ts';
import type { Settings } from '../../src/config/settings.ts';
import { run } from '../../src/engine/run.ts';
import type { Clock } from '../../src/exchange/clock.ts';
import type { Report } from '../../src/report/model/report.ts';
import { startInMemory } from './in-memory.ts';
import { dispatcherTo } from './in-memory-dispatcher.ts';
import { settingsFor, testKey } from './run-against.ts';

/** In ms of virtual time, like a server in the same country. */
const roundTripMs = 20;
/** After this many turns of the event loop in which nothing is sent, nothing will be before a response. */
const quietTurns = 12;

/** A run against a server whose responses all take one round trip, while computing takes no time. */
export interface TimedRun {
  readonly report: Report;
  /** How many requests were in flight during each round trip, without the waits of the run. */
  readonly inFlight: readonly number[];
}

/** Runs the kit against an in-memory server in virtual time, so that round trips can be counted. */
export async function runTimed(
  server: Partial<ReferenceServerOptions> = {},
  settings: Partial<Settings> = {},
): Promise<TimedRun> {
  let time = 0;
  let waited = 0;
  let sent = 0;
  const arriving: { readonly at: number; readonly arrive: () => void }[] = [];
  const inFlight: number[] = [];
  // Five seconds into a minute, so that no window ends by chance.
  const start = Date.UTC(2026, 0, 5, 10, 7, 5, 100);
  const clock: Clock = {
    now: () => start + time,
    monotonic: () => time,
    async sleep(ms) {
      time += ms;
      waited += ms;
      await nextTurn();
    },
  };
  const keys = [{ key: testKey, plan: 'free' }] as const;
  const { url, serve } = startInMemory({ keys, clock, ...server });
  const openDispatcher = () =>
    dispatcherTo(async (request, connection) => {
      sent++;
      const at = Math.round((time - waited) / roundTripMs);
      inFlight[at] = (inFlight[at] ?? 0) + 1;
      const response = await serve(request, connection);
      await new Promise<void>((arrive) => arriving.push({ at: time + roundTripMs, arrive }));
      return response;
    });
  let report: Report | undefined;
  const running = run(settingsFor(url, settings), { clock, openDispatcher }).then((one) => (report = one));
  while (report === undefined) {
    for (let quiet = 0, before = sent; quiet < quietTurns; quiet = sent === before ? quiet + 1 : 0) {
      before = sent;
      await nextTurn();
    }
    const next = arriving.shift();
    time = Math.max(time, next?.at ?? time);
    next?.arrive();
  }
  return { report: await running, inFlight: [...inFlight].map((count = 0) => count) };
}
