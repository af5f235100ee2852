import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { fileReason, loadNamed, reasonOf, sentence } from '../config/files.ts';
import { quoted, UsageError } from '../config/messages.ts';
import { oneOf, type UserValue } from '../config/values.ts';
import { append, isDevice, makeFolder, targetOf, writeWhole } from '../files/write-file.ts';
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
import { headlineOf, verdictReason } from '../report/scope.ts';
import { terminalReport } from '../report/terminal/terminal.ts';
import { definedOnly } from '../text/defined-only.ts';
import { type Env, inAscii, isAsciiOnly } from '../text/output.ts';
import { escapedAlready, joined, printable, printableOutput, shown } from '../text/shown.ts';
import { type Environment, pageOf } from './environment.ts';
import { stoppableBySignal } from './exit.ts';
import { isDirectory, unwritable } from './named-files.ts';

/** A selected reporter and its output. */
export interface ChosenReporter {
  readonly name: string;
  readonly reporter: ReporterName | Reporter;
  /** Where the report is written. Without a file, the report is printed. */
  readonly file?: { readonly folder: string; readonly name: string };
  /** Whether only this report is written to stdout (`NAME=-`). Everything else then goes to stderr. */
  readonly alone: boolean;
  /**
   * Whether the user named the reporter. If a named reporter fails, the command fails, as it does for any reporter that writes
   * a file.
   */
  readonly byName: boolean;
}

/** Reads the reporters of a command that sends nothing. The default is the terminal and, with --reports, the reporters of a run. */
export function readPrinting(
  { reporter, reports }: { readonly reporter?: UserValue; readonly reports?: UserValue },
  folder: string,
  env: Env,
): Promise<readonly ChosenReporter[]> {
  const printed: UserValue = { value: 'terminal', from: '--reporter', byFlag: false };
  const usual = reports === undefined ? printed : undefined;
  return readReporters(reporter ?? usual, reports?.value ?? folder, env);
}

const usualNames = (env: Env): string =>
  ['terminal', ...usualReporters, ...(env['GITHUB_ACTIONS'] === 'true' ? ['github'] : [])].join();

/**
 * Reads the value of `--reporter`: names, each with an optional `=PATH`, separated by commas. Loads custom reporters, which runs
 * their code. Throws a UsageError.
 */
export async function readReporters(
  given: UserValue | undefined,
  folder: string,
  env: Env,
): Promise<readonly ChosenReporter[]> {
  const from = given?.from ?? '--reporter';
  const chosen: ChosenReporter[] = [];
  const places = new Set<string>();
  for (const part of (given?.value ?? usualNames(env)).split(',')) {
    const [name = '', ...rest] = part.trim().split('=');
    const path = rest.length === 0 ? undefined : rest.join('=');
    if (path === '') throw new UsageError(`${from}: ${quoted(`${name}=`)} needs a file name.`);
    const reporter = await reporterNamed(name, from);
    const { name: ownName, file: ownFile } =
      typeof reporter === 'string' ? { name: reporter, file: reporterFiles[reporter] } : reporter;
    const alone = path === '-';
    const fileName = alone ? undefined : path === undefined ? ownFile : basename(path);
    const file = fileName && {
      folder: path === undefined ? folder : dirname(path),
      name: fileName,
    };
    const byName = given !== undefined;
    const one: ChosenReporter = { name: ownName, reporter, alone, byName, ...(file ? { file } : {}) };
    // If two reporters wrote to the same file, one would overwrite the other.
    const place = file ? resolve(file.folder, file.name) : (path ?? ownName);
    if (places.has(place) && alone)
      throw new UsageError(`${from}: only one format can be written to stdout (=-).`);
    if (places.has(place)) throw new UsageError(`${from} names ${quoted(place)} twice. Name it once.`);
    places.add(place);
    chosen.push(one);
  }
  return chosen;
}

/** Finds a reporter by its name, or loads it from its path, such as `./mine.mjs` or `mine.js`. */
async function reporterNamed(name: string, from: string): Promise<ReporterName | Reporter> {
  if (/[\\/]|\.[cm]?[jt]s$/.test(name)) return reporterIn(name, from);
  const byFile = usualReporters.find((one) => extname(reporterFiles[one] ?? '') === extname(name));
  if (byFile !== undefined && extname(name) !== '')
    throw new UsageError(`${from}: ${quoted(name)} is a file. Did you mean ${byFile}=${name}?`);
  return oneOf(name, reporterNames, from);
}

async function reporterIn(module: string, from: string): Promise<Reporter> {
  const wanted = { entry: 'petstore-conformance', example: 'export default { name, file, render }' };
  const exported = await loadNamed(module, wanted, `${from}: `);
  const problem = whyNoReporter(exported);
  if (problem === undefined) return exported as Reporter;
  throw new UsageError(
    `${from}: ${quoted(module)}: its default export ${problem}.\nA reporter is { name, file?, render(report) }.`,
  );
}

/** Checks, before the first request, that each report can be written. Throws a UsageError. */
export function prepareReports(reporters: readonly ChosenReporter[]): void {
  const paths = reporters.flatMap((one) => pathOf(one) ?? []).map(targetOf);
  for (const folder of new Set(paths.map(dirname)))
    prepareFolder(
      folder,
      paths.filter((path) => dirname(path) === folder).map((path) => basename(path)),
    );
}

/** Makes a folder, and checks that these files can be written there. Throws a UsageError. */
function prepareFolder(folder: string, files: readonly string[]): void {
  if (files.every((file) => isDevice(join(folder, file)))) return;
  try {
    makeFolder(folder);
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new UsageError(
      `cannot write to ${quoted(folder)}: ${fileReason(error)}.\n` +
        'Choose a directory that this user may write to.',
    );
  }
  const inTheWay = files.find((file) => isDirectory(join(folder, file)));
  if (inTheWay !== undefined)
    throw new UsageError(
      `${inTheWay} in ${quoted(folder)} is a directory, so the file cannot be written there.\nMove it, or choose another directory.`,
    );
}

/** The width of a terminal report in a file. */
const fileWidth = 100;

interface Delivery {
  readonly quiet: boolean;
  readonly verbose: boolean;
  /** The path of the report.json that the report was read from. */
  readonly reportPath?: string;
  /** The files that the command has read and must not remove. Set only for a new report, which replaces an earlier one. */
  readonly inputs?: readonly string[];
  /** Stops the writing when it aborts. Without it, a stop signal ends the process even while a file is being written. */
  readonly signal?: AbortSignal;
}

/**
 * Delivers the report of a run. Returns the exit status of the run, or 3 if that status is 0 but a report could not be
 * written.
 */
export async function deliveredStatus(
  report: Report,
  reporters: readonly ChosenReporter[],
  delivery: Delivery,
  environment: Environment,
): Promise<number> {
  const allWritten = await deliver(report, reporters, delivery, environment);
  const { exitStatus } = report.verdict;
  return allWritten || exitStatus !== 0 ? exitStatus : 3;
}

/**
 * Writes a report with all reporters: files first, then printed reports, with the terminal report last. If a reporter fails,
 * the kit says so on stderr, continues with the others, and removes the file of an earlier run at the same path. Returns
 * false if a file was not written, or if a reporter that the user named failed.
 */
export async function deliver(
  report: Report,
  reporters: readonly ChosenReporter[],
  { quiet, verbose, reportPath, inputs, signal }: Delivery,
  environment: Environment,
): Promise<boolean> {
  const { stdout, stderr } = environment;
  const files = reporters.filter(({ file }) => file !== undefined);
  const printed = reporters.filter(({ file }) => file === undefined);
  const isShared = !printed.some(({ alone }) => alone);
  const streamOf = ({ alone }: ChosenReporter) => (isShared || alone ? stdout : stderr);
  const failed = new Set<ChosenReporter>();
  /** The paths of the reports, except for those that could not be written. */
  const paths = () => {
    const pathTo = (wanted: ReporterName) =>
      pathOf(files.find((one) => one.name === wanted && !failed.has(one)));
    const [json = reportPath, html] = [pathTo('json'), pathTo('html')];
    return definedOnly({ reportPath: json, htmlPath: html });
  };
  const written: string[] = [];
  const write = async (one: ChosenReporter): Promise<void> => {
    const { reporter, file } = one;
    const terminal = { color: false, width: fileWidth, verbose, ...paths() };
    const rendered = await renderWith(reporter, report, { terminal });
    const isPrinted = file === undefined || isDevice(join(file.folder, file.name));
    // GitHub reads annotations as commands, so they must be printed as they are.
    const text = isPrinted && reporter !== 'github' ? printableOutput(rendered) : escapedAlready(rendered);
    if (file === undefined) {
      streamOf(one).write(text);
      if (reporter === 'github') await writeGitHubStep(report, paths().reportPath, signal, environment);
      return;
    }
    const writeFile = () => writeWhole(file.folder, file.name, text, signal);
    const path = await (signal === undefined ? stoppableBySignal(writeFile) : writeFile());
    if (!isPrinted) written.push(path);
  };
  let allWritten = true;
  for (const one of [...files, ...printed.filter(({ name }) => name !== 'terminal')])
    await write(one).catch((error: unknown) => {
      failed.add(one);
      const path = pathOf(one);
      const where = path === undefined ? '' : ` could not be written to ${path}`;
      const text = `the ${one.name} report${where}: ${reasonOf(error)}`;
      const stale = inputs === undefined || path === undefined ? '' : removeStale(path, inputs);
      stderr.write(shown`petstore-conformance: ${printable(sentence(text), 1_000)}${printable(stale)}\n`);
      if (one.byName || one.file !== undefined) allWritten = false;
    });
  const terminal = printed.find(({ name }) => name === 'terminal');
  if (terminal !== undefined) {
    const stream = streamOf(terminal);
    const page = pageOf({ ...environment, stdout: stream });
    const text = terminalReport(report, { ...page, quiet, verbose, ...paths() });
    stream.write(isAsciiOnly(environment.env) ? inAscii(text) : text);
  } else if (!quiet && written.length > 0)
    stderr.write(
      shown`Wrote ${joined(
        written.map((path) => printable(path, 1_000)),
        ', ',
      )}.\n`,
    );
  return allWritten;
}

function pathOf(one: ChosenReporter | undefined): string | undefined {
  return one?.file && join(one.file.folder, one.file.name);
}

/**
 * Removes the report of an earlier run, which would look like one of the new reports. Keeps the `inputs` of the command,
 * such as an accepted report. Returns a sentence that says what it did.
 */
function removeStale(path: string, inputs: readonly string[]): string {
  // If a part of the path is a file, nothing exists at the whole path.
  if (!existsSync(path)) return '';
  try {
    const stale = statSync(path);
    if (!stale.isFile()) return '';
    const isInput = (input: string) => {
      const read = statSync(input, { throwIfNoEntry: false });
      return read?.ino === stale.ino && read.dev === stale.dev;
    };
    if (inputs.some(isInput))
      return ' The file there is from an earlier run. It was kept, because this run read it.';
    rmSync(targetOf(path));
    return ' Removed the file of an earlier run.';
  } catch {
    return ' The file there is from an earlier run.';
  }
}

/**
 * The maximum size of a step summary, in bytes. GitHub drops a larger one completely, including the output of other
 * commands.
 */
const longestSummary = 1024 * 1024;

/** In GitHub Actions, adds the report to the step summary and the verdict to the step outputs. */
async function writeGitHubStep(
  report: Report,
  reportPath: string | undefined,
  signal: AbortSignal | undefined,
  { env, stderr }: Environment,
): Promise<void> {
  const { GITHUB_STEP_SUMMARY: summary, GITHUB_OUTPUT: output } = env;
  const appendTo = (path: string, text: string) =>
    append(path, text, signal).catch((error: unknown) => {
      throw unwritable(path, error);
    });
  if (output) await appendTo(output, stepOutputs(report, reportPath));
  if (!summary) return;
  const { render } = await import('../report/markdown.ts');
  const there = existsSync(summary) ? statSync(summary).size : 0;
  // A heading needs an empty line before it.
  const text = `${there === 0 ? '' : '\n\n'}${render(report)}\n`;
  if (there + Buffer.byteLength(text) <= longestSummary) await appendTo(summary, text);
  else
    stderr.write(
      shown`petstore-conformance: the step summary is full, so the report was not added. Run the kit in its own step.\n`,
    );
}

/** Writes the verdict for later steps, as `steps.ID.outputs.outcome`, `headline` and so on. */
function stepOutputs({ verdict }: Report, reportPath: string | undefined): string {
  const values = {
    outcome: verdict.outcome,
    headline: printable([headlineOf(verdict), ...verdictReason(verdict)].join(': ')),
    sentence: printable(verdict.sentence, 2_000),
    required: verdict.scope.required,
    selected: verdict.scope.selected,
    passed: verdict.scope.passed,
    failures: verdict.counts.fail,
    warnings: verdict.counts.warn,
    accepted: verdict.counts.accepted,
    ...definedOnly({ report: reportPath && resolve(reportPath) }),
  };
  // A file name may contain a line break. With a random delimiter, the line break cannot end the value.
  const end = randomBytes(16).toString('hex');
  return Object.entries(values)
    .map(([name, value]) => `${name}<<${end}\n${value}\n${end}\n`)
    .join('');
}
