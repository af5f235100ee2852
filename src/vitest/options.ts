import type { RunOptions } from '../api/run-options.ts';
import { UsageError } from '../config/usage-error.ts';
import type { Report } from '../model/report.ts';
import type { OneRunOptions } from './one-run.ts';

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
    ...(basePath === undefined ? {} : { basePath }),
    ...(onReport === undefined ? {} : { onReport }),
  };
}
