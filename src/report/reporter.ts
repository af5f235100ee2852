import type { Report } from './model/report.ts';

/**
 * A guest of the run: a report in, a text out. It is shown a finished report that holds nothing secret, and
 * escapes for its own sink whatever came from the target. One that throws breaks nothing but itself.
 */
export interface Reporter {
  /** What `--reporter` calls it. */
  readonly name: string;
  /** The file in the folder of reports that it is written to; without one it is printed. */
  readonly file?: string;
  readonly render: (report: Report) => string | Promise<string>;
  /** The same text in pieces, where it may be very long. */
  readonly pieces?: (report: Report) => Iterable<string>;
}
