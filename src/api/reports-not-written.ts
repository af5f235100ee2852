/** Some reports could not be written; the message has a line for each. */
export class ReportsNotWritten extends Error {
  override readonly name = 'ReportsNotWritten';
  /** Which, where to, and what a reporter or the file system threw. */
  readonly failures: readonly {
    readonly reporter: string;
    readonly path: string;
    readonly error: unknown;
  }[];
  /** The paths of those that were. */
  readonly written: readonly string[];

  constructor(message: string, failures: ReportsNotWritten['failures'], written: readonly string[]) {
    super(message);
    this.failures = failures;
    this.written = written;
  }
}
