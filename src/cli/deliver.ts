import { join } from 'node:path';
import { fileReason } from '../config/files.ts';
import { isDevice, writeWhole } from '../files/write-file.ts';
import type { Report } from '../report/model/report.ts';
import { textOf } from '../report/reporter.ts';
import { terminalReport } from '../report/terminal/terminal.ts';
import { definedOnly } from '../text/defined-only.ts';
import { escapedAlready, joined, printable, shown } from '../text/shown.ts';
import { tellStep } from './github-step.ts';
import { endedBySignal } from './leaving.ts';
import type { ChosenReporter } from './reporters.ts';
import { pageOf, type Surroundings } from './surroundings.ts';

/** How wide a report for people is where it does not go to a terminal. */
const fileWidth = 100;

interface Delivery {
  readonly quiet: boolean;
  /** Where the report.json is that the report was read from. */
  readonly reportPath?: string;
  /** Without it, a stop signal ends the process while a file is written. */
  readonly signal?: AbortSignal;
}

/** Delivers a report that was just made, and returns its exit status: 3 where all went well but what was asked for to be written. */
export async function statusOf(
  report: Report,
  reporters: readonly ChosenReporter[],
  delivery: Delivery,
  surroundings: Surroundings,
): Promise<number> {
  const well = await deliver(report, reporters, delivery, surroundings);
  const { exitStatus } = report.verdict;
  return well || exitStatus !== 0 ? exitStatus : 3;
}

/**
 * Writes and prints a report by all reporters that were chosen, files first, the terminal's text last. Where that
 * text is not printed, standard error says which files were written. A reporter that fails is told of there, too, and
 * keeps no other from its work. False where one failed that the user named, or the JSON that all others are made from.
 */
export async function deliver(
  report: Report,
  reporters: readonly ChosenReporter[],
  { quiet, reportPath, signal }: Delivery,
  surroundings: Surroundings,
): Promise<boolean> {
  const { stdout, stderr, redact } = surroundings;
  const pathOf = (one: ChosenReporter | undefined) => one?.file && join(one.file.folder, one.file.name);
  const files = reporters.filter(({ file }) => file !== undefined);
  const printed = reporters.filter(({ file }) => file === undefined);
  const written: string[] = [];
  const jsonPath = pathOf(files.find(({ name }) => name === 'json')) ?? reportPath;
  const htmlPath = pathOf(files.find(({ name }) => name === 'html'));
  // Where the reports are that hold more than the terminal's text.
  const paths = definedOnly({
    reportPath: jsonPath && redact(jsonPath),
    htmlPath: htmlPath && redact(htmlPath),
  });
  const textBy = (one: ChosenReporter) =>
    textOf(one.own ?? one.name, report, { terminal: { colour: false, width: fileWidth, ...paths } });

  async function writeFileOf(reporter: ChosenReporter): Promise<void> {
    const { file } = reporter;
    if (file === undefined) return;
    const text = await textBy(reporter);
    const write = () => writeWhole(file.folder, file.name, text, signal);
    const path = await (signal === undefined ? endedBySignal(write) : write());
    if (!isDevice(path)) written.push(path);
  }

  async function print(reporter: ChosenReporter): Promise<void> {
    const text = await textBy(reporter);
    stdout.write(escapedAlready(typeof text === 'string' ? text : [...text].join('')));
    if (reporter.name === 'github') await tellStep(report, paths.reportPath, surroundings);
  }

  let well = true;
  const acts = [
    ...files.map((one) => [one, writeFileOf] as const),
    ...printed.filter(({ name }) => name !== 'terminal').map((one) => [one, print] as const),
  ];
  for (const [reporter, act] of acts)
    await act(reporter).catch((error: unknown) => {
      const { name, byName } = reporter;
      const path = pathOf(reporter);
      const where = path === undefined ? '' : ` could not be written to ${path}`;
      const text = redact(`the ${name} report${where}: ${reasonOf(error)}`);
      stderr.write(shown`petstore-conformance: ${printable(text, 1_000)}.\n`);
      if (byName || name === 'json') well = false;
    });
  if (printed.some(({ name }) => name === 'terminal'))
    stdout.write(terminalReport(report, { ...pageOf(surroundings), quiet, ...paths }));
  else if (!quiet && written.length > 0) {
    const told = written.map((path) => printable(redact(path), 1_000));
    stderr.write(shown`Wrote ${joined(told, ', ')}.\n`);
  }
  return well;
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && 'code' in error) return fileReason(error);
  return error instanceof Error ? error.message : String(error);
}
