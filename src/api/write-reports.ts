import { join } from 'node:path';
import { fileReason } from '../config/file-reason.ts';
import { quoted } from '../config/quoted.ts';
import { UsageError } from '../config/usage-error.ts';
import type { Report } from '../model/report.ts';
import type { Reporter } from '../report/reporter.ts';
import { type ReporterName, reporterFiles, usualReporters } from '../report/reporters.ts';
import { textOf } from '../report/text-of.ts';
import { writeWhole } from '../report/write-file.ts';
import { checkReporter } from './render-report.ts';
import { ReportsNotWritten } from './reports-not-written.ts';

/** What `writeReports` is told. */
export interface WriteOptions {
  /** Which reports: the kit's by their names, your own as they are; json, html, junit and markdown unless given. */
  readonly reporters?: readonly (ReporterName | Reporter)[];
  /** Where they are written to; `reports` unless given. It is made where it is missing. */
  readonly folder?: string;
}

interface Writing {
  readonly reporter: ReporterName | Reporter;
  readonly name: string;
  readonly file: string;
}

const knownOptions = ['reporters', 'folder'];

/**
 * Writes a report in several forms into a folder and resolves with the paths. Each file is whole or not there. Rejects with a
 * `UsageError` where an option is wrong, before anything is written, and with `ReportsNotWritten` where some could not
 * be written; the others are.
 */
export async function writeReports(report: Report, options: WriteOptions = {}): Promise<readonly string[]> {
  const { reporters = usualReporters, folder = 'reports' } = options;
  refuseUnknown(options);
  const writings = reporters.map(writingOf);
  refuseDoubles(writings);
  const written: string[] = [];
  const failures: ReportsNotWritten['failures'][number][] = [];
  for (const { reporter, name, file } of writings) {
    try {
      const terminal = { colour: false, width: 100 };
      written.push(await writeWhole(folder, file, await textOf(reporter, report, { terminal })));
    } catch (error) {
      failures.push({ reporter: name, path: join(folder, file), error });
    }
  }
  if (failures.length > 0) throw new ReportsNotWritten(failures.map(inWords).join('\n'), failures, written);
  return written;
}

function refuseUnknown(options: WriteOptions): void {
  const unknown = Object.keys(options).find((name) => !knownOptions.includes(name));
  if (unknown === undefined) return;
  throw new UsageError(`writeReports takes reporters and folder, and no ${quoted(unknown)}.`);
}

function writingOf(reporter: ReporterName | Reporter): Writing {
  checkReporter(reporter, 'writeReports');
  const name = typeof reporter === 'string' ? reporter : reporter.name;
  const file = typeof reporter === 'string' ? reporterFiles[reporter] : reporter.file;
  if (file !== undefined) return { reporter, name, file };
  throw new UsageError(`writeReports: ${name} has no file of its own. renderReport gives its text.`);
}

function refuseDoubles(writings: readonly Writing[]): void {
  const files = writings.map(({ file }) => file);
  const double = files.find((file, index) => files.indexOf(file) !== index);
  if (double !== undefined) throw new UsageError(`writeReports: two reporters write ${quoted(double)}.`);
}

function inWords({ reporter, path, error }: ReportsNotWritten['failures'][number]): string {
  const reason =
    error instanceof Error ? ('code' in error ? fileReason(error) : error.message) : String(error);
  return `the ${reporter} report could not be written to ${quoted(path)}: ${reason}`;
}
