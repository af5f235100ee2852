import { UsageError } from '../config/messages.ts';
import type { RunOptions } from '../library/options.ts';
import { run } from '../library/run.ts';
import type { Report } from '../report/model/report.ts';
import { definedOnly } from '../text/defined-only.ts';
import { duration } from '../text/layout.ts';
import { logToConsole } from '../text/output.ts';
import { printable, shown } from '../text/shown.ts';
import { type PetStoreSource, serve } from './server.ts';

/** What `conformance` is told: the options of `run`, but for the address, and what concerns the tests. */
export interface ConformanceOptions extends Omit<RunOptions, 'baseUrl'> {
  /** What the tests are grouped under; `Pet Store Service` unless given. */
  readonly name?: string;
  /** Where the interface begins on a server or an app; `/v1` unless given. An address holds its own path. */
  readonly basePath?: string;
  /** How many seconds the whole run may take, waits included: 1,800 unless given. Then it is ended, and fails. */
  readonly timeLimit?: number;
  /** Is given the report of the run, for example to write it. What it throws fails the test of the run. */
  readonly onReport?: (report: Report) => void | Promise<void>;
}

/** What a run may take to end once it is told to, in seconds: requests under way are waited for. */
export const graceSeconds = 60;

const defaultTimeLimit = 1_800;
const longestTimeLimit = 86_400;

/** The options of the tests with their defaults, apart from those of the run. Throws a UsageError. */
export function readOptions(
  options: ConformanceOptions,
): Omit<OneRunOptions, 'source'> & { readonly name: string } {
  const { name = 'Pet Store Service', basePath, timeLimit = defaultTimeLimit, onReport, ...run } = options;
  if (!(timeLimit > 0 && timeLimit <= longestTimeLimit))
    throw new UsageError(
      `options.timeLimit takes seconds, above 0 and up to ${longestTimeLimit}: saw ${timeLimit}.`,
    );
  return {
    name,
    timeLimitSeconds: timeLimit,
    run,
    ...definedOnly({ basePath, onReport }),
  };
}

/** What the run of one `conformance()` came to. */
export type Told =
  | {
      readonly kind: 'report';
      readonly report: Report;
      /** The seconds it had, where it was ended because they were over. */
      readonly overTime?: number;
      /** What `onReport` threw. */
      readonly thrown?: { readonly error: unknown };
    }
  | { readonly kind: 'not started'; readonly error: unknown };

export interface OneRunOptions {
  readonly source: PetStoreSource;
  readonly basePath?: string;
  readonly run: Omit<RunOptions, 'baseUrl'>;
  readonly timeLimitSeconds: number;
  readonly onReport?: (report: Report) => void | Promise<void>;
}

/** Waits that are shorter are not told: the next request follows at once. */
const tellFromSeconds = 5;

/** The one run that all tests of a `conformance` block read their outcomes from; nothing happens before `begin`. */
export function createOneRun(options: OneRunOptions) {
  const ending = new AbortController();
  let outcome: Promise<Told> = Promise.resolve({
    kind: 'not started',
    error: new Error('Failed to wait for the run: Vitest did not call the hook that starts it.'),
  });
  return {
    /** Starts it; `only` are patterns of requirement ids, as of `--only`. */
    begin(only: string | undefined): void {
      outcome = runOnce(options, only, ending.signal).catch(
        (error: unknown): Told => ({ kind: 'not started', error }),
      );
    },
    /** Waits for its end, and ends it early once `signal` aborts; never rejects. */
    told(signal: AbortSignal): Promise<Told> {
      signal.addEventListener('abort', () => ending.abort(), { once: true });
      return outcome;
    },
    /** Ends it and what was started for it. */
    async end(): Promise<void> {
      ending.abort();
      await outcome;
    },
  };
}

async function runOnce(
  { source, basePath, run: given, timeLimitSeconds, onReport }: OneRunOptions,
  only: string | undefined,
  ended: AbortSignal,
): Promise<Told> {
  const { url, close } = await serve(source, basePath);
  try {
    const late = AbortSignal.timeout(timeLimitSeconds * 1_000);
    const signal = AbortSignal.any([ended, late, ...(given.signal === undefined ? [] : [given.signal])]);
    const running = run({ ...given, ...definedOnly({ only }), baseUrl: url, signal });
    const [report] = await Promise.all([running, tellWaits(running)]);
    const isLate = late.aborted && !report.complete;
    const thrown = await errorOf(() => onReport?.(report));
    return {
      kind: 'report',
      report,
      ...definedOnly({ overTime: isLate ? timeLimitSeconds : undefined, thrown }),
    };
  } finally {
    await close();
  }
}

/** What the code of the user throws, if it does: the run is told all the same. */
async function errorOf(code: () => void | Promise<void>): Promise<{ readonly error: unknown } | undefined> {
  try {
    await code();
    return undefined;
  } catch (error) {
    return { error };
  }
}

/** A run may wait for minutes, in which a reporter of Vitest shows nothing. */
async function tellWaits(running: ReturnType<typeof run>): Promise<void> {
  for await (const event of running)
    if (event.type === 'waiting' && event.seconds >= tellFromSeconds)
      logToConsole(
        'info',
        shown`petstore-conformance: waiting ${duration(event.seconds)} ${printable(event.reason)}`,
      );
}
