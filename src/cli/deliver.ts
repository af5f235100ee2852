import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Report } from '../model/report.ts';
import { wantsColour } from '../report/colour.ts';
import { printable } from '../report/escape.ts';
import { loadReporter } from '../report/reporters.ts';
import { terminalReport } from '../report/terminal.ts';
import { writeWhole } from '../report/write-file.ts';
import type { ChosenReporter } from './reporters.ts';
import type { Surroundings } from './surroundings.ts';
import { fileReason } from './usage-error.ts';

/** How wide a report for people is where it does not go to a terminal. */
const fileWidth = 100;

/**
 * Writes and prints a report by all reporters that were chosen, files first, the terminal's text last. One that
 * fails is told of on standard error and keeps no other from its work. False where one failed that the user
 * named, or the JSON that all others are made from.
 */
export async function deliver(
  report: Report,
  reporters: readonly ChosenReporter[],
  options: { readonly quiet: boolean; readonly reportPath?: string },
  surroundings: Surroundings,
): Promise<boolean> {
  let well = true;
  const files = reporters.filter(({ file }) => file !== undefined);
  for (const reporter of files) well = (await attempt(reporter, writeFileOf)) && well;
  const printed = reporters.filter(({ file }) => file === undefined);
  for (const reporter of printed.filter(({ name }) => name !== 'terminal'))
    well = (await attempt(reporter, print)) && well;
  if (printed.some(({ name }) => name === 'terminal')) printTerminal();
  return well;

  async function attempt(
    reporter: ChosenReporter,
    act: (one: ChosenReporter) => Promise<void>,
  ): Promise<boolean> {
    try {
      await act(reporter);
      return true;
    } catch (error) {
      const { name, file } = reporter;
      const where = file === undefined ? '' : ` could not be written to ${join(file.folder, file.name)}`;
      const text = `the ${name} report${where}: ${reasonOf(error)}`;
      surroundings.stderr.write(`petstore-conformance: ${printable(surroundings.redact(text), 1_000)}.\n`);
      return !reporter.byName && name !== 'json';
    }
  }

  async function writeFileOf({ name, file }: ChosenReporter): Promise<void> {
    if (file === undefined) return;
    await writeWhole(file.folder, file.name, await textFor(name));
  }

  async function textFor(name: ChosenReporter['name']): Promise<string | Iterable<string>> {
    if (name === 'terminal')
      return terminalReport(report, { colour: false, width: fileWidth, ...writtenPaths() });
    const { render, pieces } = await loadReporter(name);
    return pieces === undefined ? render(report) : pieces(report);
  }

  async function print({ name }: ChosenReporter): Promise<void> {
    if (name === 'terminal') return;
    surroundings.stdout.write(await (await loadReporter(name)).render(report));
    if (name === 'github') await appendStepSummary();
  }

  /** Inside GitHub Actions the summary of the step shows the same as summary.md. */
  async function appendStepSummary(): Promise<void> {
    const path = surroundings.env['GITHUB_STEP_SUMMARY'];
    if (!path) return;
    const { markdown } = await import('../report/markdown/markdown.ts');
    await appendFile(path, `${await markdown.render(report)}\n`);
  }

  /** Where the reports are that hold more than the terminal's text. */
  function writtenPaths(): { readonly reportPath?: string; readonly htmlPath?: string } {
    const reportPath = pathOf('json') ?? options.reportPath;
    const htmlPath = pathOf('html');
    return {
      ...(reportPath === undefined ? {} : { reportPath: surroundings.redact(reportPath) }),
      ...(htmlPath === undefined ? {} : { htmlPath: surroundings.redact(htmlPath) }),
    };
  }

  function pathOf(name: 'json' | 'html'): string | undefined {
    const file = files.find((one) => one.name === name)?.file;
    return file === undefined ? undefined : join(file.folder, file.name);
  }

  function printTerminal(): void {
    const { stdout, env } = surroundings;
    stdout.write(
      terminalReport(report, {
        colour: wantsColour(stdout, env),
        width: stdout.columns ?? 80,
        quiet: options.quiet,
        ...writtenPaths(),
      }),
    );
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && 'code' in error) return fileReason(error);
  return error instanceof Error ? error.message : String(error);
}
