import { randomBytes } from 'node:crypto';
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileReason } from '../config/files.ts';
import { quoted, UsageError } from '../config/messages.ts';
import type { Report } from '../report/model/report.ts';
import { textOf } from '../report/render.ts';
import { terminalReport } from '../report/terminal/terminal.ts';
import { isDevice, makeFolder, writeWhole } from '../report/write-file.ts';
import { escapedAlready, joined, printable, shown } from '../text/shown.ts';
import { columnsOf, wantsColour } from '../text/terminal.ts';
import { tellStep } from './github-step.ts';
import { endedBySignal } from './leaving.ts';
import type { ChosenReporter } from './reporters.ts';
import type { Surroundings } from './surroundings.ts';

/** How wide a report for people is where it does not go to a terminal. */
const fileWidth = 100;

/**
 * Writes and prints a report by all reporters that were chosen, files first, the terminal's text last. Where that
 * text is not printed, standard error says which files were written. A reporter that fails is told of there, too, and
 * keeps no other from its work. Without `signal`, a stop signal ends the process. False where one failed that the user named, or the JSON that all others are made from.
 */
export async function deliver(
  report: Report,
  reporters: readonly ChosenReporter[],
  options: { readonly quiet: boolean; readonly reportPath?: string; readonly signal?: AbortSignal },
  surroundings: Surroundings,
): Promise<boolean> {
  let well = true;
  const written: string[] = [];
  const files = reporters.filter(({ file }) => file !== undefined);
  for (const reporter of files) well = (await attempt(reporter, writeFileOf)) && well;
  const printed = reporters.filter(({ file }) => file === undefined);
  for (const reporter of printed.filter(({ name }) => name !== 'terminal'))
    well = (await attempt(reporter, print)) && well;
  if (printed.some(({ name }) => name === 'terminal')) printTerminal();
  else tellWritten();
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
      surroundings.stderr.write(
        shown`petstore-conformance: ${printable(surroundings.redact(text), 1_000)}.\n`,
      );
      return !reporter.byName && name !== 'json';
    }
  }

  async function writeFileOf(reporter: ChosenReporter): Promise<void> {
    const { file } = reporter;
    if (file === undefined) return;
    const text = await textBy(reporter);
    const write = () => writeWhole(file.folder, file.name, text, options.signal);
    const path = await (options.signal === undefined ? endedBySignal(write) : write());
    if (!isDevice(path)) written.push(path);
  }

  function textBy(reporter: ChosenReporter): Promise<string | Iterable<string>> {
    const terminal = { colour: false, width: fileWidth, ...writtenPaths() };
    return textOf(reporter.own ?? reporter.name, report, { terminal });
  }

  async function print(reporter: ChosenReporter): Promise<void> {
    const text = await textBy(reporter);
    surroundings.stdout.write(escapedAlready(typeof text === 'string' ? text : [...text].join('')));
    if (reporter.name === 'github') await tellStep(report, writtenPaths().reportPath, surroundings);
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

  function tellWritten(): void {
    if (options.quiet || written.length === 0) return;
    const paths = written.map((path) => printable(surroundings.redact(path), 1_000));
    surroundings.stderr.write(shown`Wrote ${joined(paths, ', ')}.\n`);
  }

  function printTerminal(): void {
    const { stdout, env } = surroundings;
    stdout.write(
      terminalReport(report, {
        colour: wantsColour(stdout, env),
        width: columnsOf(stdout, env),
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

/** Makes the folder, and makes sure before the first request that these files can be written there after the last. */
export function prepareReportsFolder(folder: string, files: readonly string[] = ['report.json']): void {
  if (files.every((file) => isDevice(join(folder, file)))) return;
  const trial = join(folder, `.writable.${randomBytes(6).toString('hex')}.tmp`);
  try {
    makeFolder(folder);
    writeFileSync(trial, ' ', { flag: 'wx' });
  } catch (error) {
    throw new UsageError(
      `nothing can be written to ${quoted(folder)}: ${fileReason(error)}.\n` +
        'Name a folder that this user may write to.',
    );
  } finally {
    if (existsSync(trial)) rmSync(trial);
  }
  const inTheWay = files.find((file) =>
    statSync(join(folder, file), { throwIfNoEntry: false })?.isDirectory(),
  );
  if (inTheWay === undefined) return;
  throw new UsageError(
    `${inTheWay} in ${quoted(folder)} is a directory, so no report can be written there.\nMove it away, or name another folder.`,
  );
}
