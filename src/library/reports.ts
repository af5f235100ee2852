import { join } from 'node:path';
import { reasonOf } from '../config/files.ts';
import { quoted, UsageError } from '../config/messages.ts';
import { oneOf } from '../config/values.ts';
import { writeWhole } from '../files/write-file.ts';
import type { Report } from '../report/model/report.ts';
import {
  type Reporter,
  type ReporterName,
  renderWith,
  reporterFiles,
  reporterNames,
  usualReporters,
  whyNoReporter,
} from '../report/reporter.ts';

/** The options of the `terminal` reporter; other reporters ignore them. */
export interface TerminalPage {
  /** Whether to use colors; false by default. */
  readonly color?: boolean;
  /** The number of columns, from 60 to 110; 100 by default. */
  readonly width?: number;
}

/**
 * Renders a report with one of the kit's reporters, by name, or with a custom one. Rejects with a `UsageError` for an
 * unknown reporter or option, and with the errors of a custom reporter.
 */
export async function renderReport(
  report: Report,
  reporter: ReporterName | Reporter,
  page: TerminalPage = {},
): Promise<string> {
  const { color = false, width = 100 } = page;
  checkReporter(reporter, 'renderReport');
  checkOptions('renderReport', page, ['color', 'width']);
  const text = await renderWith(reporter, report, { terminal: { color, width } });
  return typeof text === 'string' ? text : [...text].join('');
}

/** Throws a UsageError if a value is not a reporter; `from` is the function that got it. */
function checkReporter(reporter: ReporterName | Reporter, from: string): void {
  if (typeof reporter === 'string') {
    oneOf(reporter, reporterNames, from);
    return;
  }
  const problem = whyNoReporter(reporter);
  if (problem !== undefined)
    throw new UsageError(`${from}: the reporter ${problem}. A reporter is { name, file?, render(report) }.`);
}

/** Throws a UsageError for an option that `from` does not have. */
function checkOptions(from: string, options: object, known: readonly string[]): void {
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new UsageError(`${from} has no option ${quoted(unknown)}, only ${known.join(' and ')}.`);
}

/** The options of `writeReports`. */
export interface WriteOptions {
  /** The kit's reporters by name, or custom ones; json, html, junit and markdown by default. */
  readonly reporters?: readonly (ReporterName | Reporter)[];
  /** The folder for the reports, `reports` by default. It is created if it does not exist. */
  readonly folder?: string;
}

/**
 * Writes a report in several formats into a folder, each file atomically, and resolves with the paths. Rejects with a
 * `UsageError` for a wrong option, before it writes anything, and with `ReportsNotWritten` if some reports could not be
 * written; by then, the others have been written.
 */
export async function writeReports(report: Report, options: WriteOptions = {}): Promise<readonly string[]> {
  const { reporters = usualReporters, folder = 'reports' } = options;
  checkOptions('writeReports', options, ['reporters', 'folder']);
  const writings = reporters.map(writingOf);
  const files = writings.map(({ file }) => file);
  const repeated = files.find((file, index) => files.indexOf(file) !== index);
  if (repeated !== undefined)
    throw new UsageError(`writeReports: two reporters write to ${quoted(repeated)}.`);
  const written: string[] = [];
  const failures: ReportsNotWritten['failures'][number][] = [];
  for (const { reporter, name, file } of writings) {
    try {
      const text = await renderWith(reporter, report, { terminal: { color: false, width: 100 } });
      written.push(await writeWhole(folder, file, text));
    } catch (error) {
      failures.push({ reporter: name, path: join(folder, file), error });
    }
  }
  if (failures.length > 0) throw new ReportsNotWritten(failures.map(inWords).join('\n'), failures, written);
  return written;
}

function writingOf(reporter: ReporterName | Reporter) {
  checkReporter(reporter, 'writeReports');
  const { name, file } =
    typeof reporter === 'string' ? { name: reporter, file: reporterFiles[reporter] } : reporter;
  if (file !== undefined) return { reporter, name, file };
  throw new UsageError(`writeReports: ${name} has no file. Use renderReport to get its output.`);
}

function inWords({ reporter, path, error }: ReportsNotWritten['failures'][number]): string {
  return `cannot write the ${reporter} report to ${quoted(path)}: ${reasonOf(error)}`;
}

/** Reports that some files could not be written; the message has a line for each. */
export class ReportsNotWritten extends Error {
  override readonly name = 'ReportsNotWritten';
  /** The reporter, the path, and the error of the reporter or the file system. */
  readonly failures: readonly {
    readonly reporter: string;
    readonly path: string;
    readonly error: unknown;
  }[];
  /** The paths of the written files. */
  readonly written: readonly string[];

  constructor(message: string, failures: ReportsNotWritten['failures'], written: readonly string[]) {
    super(message);
    this.failures = failures;
    this.written = written;
  }
}
