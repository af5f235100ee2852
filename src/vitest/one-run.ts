import { UsageError } from '../config/messages.ts';
import type { RunOptions } from '../library/options.ts';
import { run } from '../library/run.ts';
import type { Report } from '../report/model/report.ts';
import { definedOnly } from '../text/defined-only.ts';
import { duration } from '../text/layout.ts';
import { logToConsole } from '../text/output.ts';
import { printable, shown } from '../text/shown.ts';
import { mockedTime } from './prerequisites.ts';
import { type PetStoreSource, serve } from './server.ts';

/** The options of `conformance`: those of `run` except the base URL, and those of the tests. */
export interface ConformanceOptions extends Omit<RunOptions, 'baseUrl'> {
  /** The name of the test group; `Pet Store Service` by default. */
  readonly name?: string;
  /** The base path of the API on a server or app; `/v1` by default. A URL already contains the base path. */
  readonly basePath?: string;
  /** Maximum duration of the run in seconds, waits included: 1,800 by default. A longer run is ended and fails. */
  readonly timeLimit?: number;
  /** Receives the report, for example to write it. If it throws, the test of the run fails. */
  readonly onReport?: (report: Report) => void | Promise<void>;
}

/** How many seconds an aborted run may take to end, because it waits for requests in flight. */
export const graceSeconds = 60;

/** A day, in seconds. */
const longestTimeLimit = 86_400;

/** Separates the options of the tests from those of the run. Throws a UsageError. */
export function divideOptions({
  name = 'Pet Store Service',
  timeLimit = 1_800,
  basePath,
  onReport,
  ...options
}: ConformanceOptions) {
  if (!(timeLimit > 0 && timeLimit <= longestTimeLimit))
    throw new UsageError(
      `options.timeLimit must be more than 0 and at most ${longestTimeLimit} seconds: got ${timeLimit}.`,
    );
  return { name, timeLimitSeconds: timeLimit, options, ...definedOnly({ basePath, onReport }) };
}

interface RunOrder extends Omit<ReturnType<typeof divideOptions>, 'name'> {
  readonly source: PetStoreSource;
}

/** The result of the run that one `conformance()` call starts. */
export type RunResult =
  | {
      readonly kind: 'report';
      readonly report: Report;
      /** Whether the target served only while the tests ran. */
      readonly isTemporary: boolean;
      /** The time limit in seconds, if the limit ended the run. */
      readonly overTime?: number;
      /** What `onReport` threw. */
      readonly thrown?: { readonly error: unknown };
    }
  | { readonly kind: 'not started'; readonly error: unknown };

/** Creates the run that all tests of a `conformance()` share. `begin` starts the run. */
export function createOneRun(order: RunOrder) {
  const ending = new AbortController();
  let result: Promise<RunResult> = Promise.resolve({
    kind: 'not started',
    error: new Error('The run did not start: Vitest did not call the hook that starts it.'),
  });
  return {
    /** Starts the run; `only` has patterns of requirement ids, as in `--only`. */
    begin(only: string | undefined): void {
      result = runOnce(order, only, ending.signal).catch((error) => ({ kind: 'not started', error }));
    },
    /** Waits for the result, and ends the run early if `signal` aborts. Never rejects. */
    result(signal: AbortSignal): Promise<RunResult> {
      // A hook that runs before each test may mock the time after the run has begun. Then the run could not even be ended.
      const error = mockedTime();
      if (error !== undefined) result = Promise.resolve({ kind: 'not started', error });
      signal.addEventListener('abort', () => ending.abort(), { once: true });
      return result;
    },
    /** Ends the run and its server. */
    async end(): Promise<void> {
      ending.abort();
      await result;
    },
  };
}

async function runOnce(
  { source, basePath, options, timeLimitSeconds, onReport }: RunOrder,
  only: string | undefined,
  ended: AbortSignal,
): Promise<RunResult> {
  const mocked = mockedTime();
  if (mocked !== undefined) throw mocked;
  const { url, close, isTemporary } = await serve(source, basePath);
  try {
    const late = AbortSignal.timeout(timeLimitSeconds * 1_000);
    const signal = AbortSignal.any([ended, late, ...(options.signal === undefined ? [] : [options.signal])]);
    // If Vitest's filters left tests out, `strict` must not fail because of them.
    const filtered = only === options.only ? {} : { strict: false };
    const running = run({ ...options, ...filtered, ...definedOnly({ only }), baseUrl: url, signal });
    const [report] = await Promise.all([running, logWaits(running)]);
    const overTime = late.aborted && !report.complete ? timeLimitSeconds : undefined;
    let thrown: { readonly error: unknown } | undefined;
    try {
      await onReport?.(report);
    } catch (error) {
      thrown = { error };
    }
    return { kind: 'report', report, isTemporary, ...definedOnly({ overTime, thrown }) };
  } finally {
    await close();
  }
}

/** Waits shorter than this, in seconds, are not logged. */
const shortestLogged = 5;

/** Logs waits, which may take minutes while Vitest shows nothing. */
async function logWaits(running: ReturnType<typeof run>): Promise<void> {
  for await (const event of running)
    if (event.type === 'waiting' && event.seconds >= shortestLogged)
      logToConsole(
        'info',
        shown`petstore-conformance: waiting ${duration(event.seconds)} ${printable(event.reason)}`,
      );
}
