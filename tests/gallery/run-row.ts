import type { Settings } from '../../src/config/settings.ts';
import { run } from '../../src/engine/run.ts';
import type { RunContext } from '../../src/engine/session.ts';
import type { Report } from '../../src/report/model/report.ts';
import { type Complaint, complaintsOf, idsWith } from './judge-row.ts';
import type { Counted, Row, RunKit, Skipped } from './row.ts';
import { trialSettings } from './trial.ts';

/** A run of the kit against the server of a row. */
export interface RowTrial {
  readonly report: Report;
  /** Undefined if the server does not count. */
  readonly counted: Counted | undefined;
  /** What the server, or the process of the kit, objects to. */
  readonly complaints: readonly string[];
}

/** The result of one server of the gallery. */
export interface Outcome {
  readonly row: Row;
  /** The requirements that failed or warned, in the order of the catalog. */
  readonly found: readonly string[];
  /** Requests that the server counted while the kit should have waited. */
  readonly whileLimited: number;
  readonly complaints: readonly Complaint[];
  /** Why the server was not started on this machine. */
  readonly skipped?: string;
}

/** How to vary a run, and who observes it. */
export interface How extends Pick<RunContext, 'listen'> {
  /** Settings in addition to those of the row. */
  readonly settings?: Partial<Settings>;
  /** Called with the first run. */
  readonly tried?: (trial: RowTrial) => void;
}

/**
 * Runs the kit against the server of a row, and compares the result with what the row expects. Requests in flight when a
 * 429 arrives cannot be canceled. If the server counted such a request after a 429, a second run sends one request at a
 * time. `listen` and `tried` get the first run.
 */
export async function runRow(row: Row, { settings, listen, tried }: How = {}): Promise<Outcome> {
  const first = await tryRow(row, settings, listen === undefined ? {} : { listen });
  if ('skipped' in first) return { row, found: [], whileLimited: 0, complaints: [], skipped: first.skipped };
  tried?.(first);
  const { report, counted } = first;
  let whileLimited = counted?.whileLimited ?? 0;
  if (whileLimited > 0 && whileLimited < report.configuration.concurrency) {
    const alone = await tryRow(row, { ...settings, concurrency: 1 });
    whileLimited = 'skipped' in alone ? 0 : (alone.counted?.whileLimited ?? 0);
  }
  const found = idsWith(report, 'fail', 'warn');
  return { row, found, whileLimited, complaints: complaintsOf(row.expect, first, whileLimited) };
}

/** The part of a row that a run needs. */
type Runnable = Pick<Row, 'start' | 'clock' | 'run' | 'settings'>;

/** Starts the server of a row, runs the kit against it once, and closes it. */
export async function tryRow(
  { start, clock: createClock, run: runKit = byLibrary, settings: own }: Runnable,
  settings: Partial<Settings> = {},
  context: RunContext = {},
): Promise<RowTrial | Skipped> {
  const clock = createClock?.();
  const server = await start(clock);
  if ('skipped' in server) return server;
  try {
    const shared = clock === undefined ? {} : { clock };
    const { report, complaints = [] } = await runKit(
      server,
      { ...own, ...settings },
      { ...context, ...shared },
    );
    const complaint = server.complaint?.();
    return {
      report,
      counted: server.counted?.(),
      complaints: complaint === undefined ? complaints : [...complaints, complaint],
    };
  } finally {
    await server.close?.();
  }
}

/** Runs the kit in this process, with the key and the seed of all trials. */
const byLibrary: RunKit = async ({ url, openDispatcher }, settings, context) => {
  const opened = openDispatcher === undefined ? {} : { openDispatcher };
  return { report: await run(trialSettings(url, settings), { ...context, ...opened }) };
};
