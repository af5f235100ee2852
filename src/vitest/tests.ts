import type { TestContext } from 'vitest';
import { UsageError } from '../config/messages.ts';
import { entriesOf, type RequirementEntry, skippedWords } from '../report/content.ts';
import type { Finding, Report } from '../report/model/report.ts';
import { createRedactor } from '../report/record/redact.ts';
import { rowOf, rowText } from '../report/row.ts';
import {
  adviceRows,
  findingRows,
  inColumn,
  isCommandRow,
  labelWidth,
  type ReportRow,
  sourceRows,
} from '../report/rows.ts';
import { headlineOf } from '../report/scope.ts';
import { matchesOnly, sections } from '../spec/catalog.ts';
import { definedOnly } from '../text/defined-only.ts';
import { logToConsole } from '../text/output.ts';
import { printable, printableWhole, shown } from '../text/shown.ts';
import type { ConformanceOptions, RunResult } from './one-run.ts';

/** Returns a test for each testable requirement that `only` selects, by section, with custom checks last. */
export function groupsOf({ only, checks = [], key }: Pick<ConformanceOptions, 'only' | 'checks' | 'key'>) {
  // Vitest shows test names before there is a redacted report.
  const redact = createRedactor({ key: typeof key === 'string' ? key : '' });
  const custom = checks.map(({ title: section, requirements = [] }) => ({
    title: redact(String(section)),
    requirements: requirements.map(({ id, title }) => ({ id, title: redact(String(title)) })),
  }));
  const testable = sections.map(({ title, requirements }) => ({
    title,
    requirements: requirements.filter(({ level }) => level !== 'not-testable'),
  }));
  return [...testable, ...custom]
    .map(({ title, requirements }) => ({
      title,
      tests: requirements
        .filter(({ id }) => matchesOnly(id, only))
        .map((one) => ({ id: one.id, name: `${one.id}: ${one.title}` })),
    }))
    .filter(({ tests }) => tests.length > 0);
}

/** The outcome of the test of one requirement. */
type Judged =
  | { readonly kind: 'pass'; readonly notes: readonly Note[] }
  | { readonly kind: 'fail'; readonly entry: RequirementEntry }
  | { readonly kind: 'skip'; readonly reason: string }
  /** The run has no result for the requirement, although it should have one. */
  | { readonly kind: 'prevented'; readonly reason: string };

/** A note on a passing test. */
interface Note {
  readonly type: 'notice' | 'warning';
  readonly text: string;
}

/** The maximum lengths of a sentence about the run and of a note or line, in code points. */
const longestSentence = 4_000;
const longestLine = 2_000;

/** Returns the outcome of the test of one requirement. The test fails only for findings that are not accepted. */
export function judgedBy(report: Report, id: string): Judged {
  const entry = entriesOf(report).find((one) => one.id === id);
  if (entry === undefined) return { kind: 'prevented', reason: 'not in the report' };
  const { verdict, fails, findings } = entry;
  const violations = findings.map((finding) => printable(rowText(rowOf(finding)), longestLine));
  if (fails) return { kind: 'fail', entry };
  switch (verdict) {
    case 'not tested':
      return { kind: entry.prevented ? 'prevented' : 'skip', reason: printable(skippedWords(entry)) };
    case 'accepted':
    case 'not selected':
    case 'not testable':
      return { kind: 'skip', reason: printable(skippedWords(entry)) };
    case 'observed':
      return { kind: 'pass', notes: observations(report, entry) };
    default:
      return { kind: 'pass', notes: violations.map((text) => ({ type: 'warning', text })) };
  }
}

function observations(report: Report, { id }: RequirementEntry): Note[] {
  return report.observations
    .filter(({ requirement }) => requirement === id)
    .map(({ text }) => ({ type: 'notice', text: printable(text, longestLine) }));
}

/** A violated requirement. Vitest shows `expected` and `actual` as it does for `expect`. */
class RequirementViolated extends Error {
  override readonly name = 'AssertionError';
  readonly expected: string;
  readonly actual: string;

  constructor(message: string, { expected, received }: Finding) {
    super(message);
    this.expected = printable(expected, longestLine);
    this.actual = printable(received, longestLine);
  }
}

/** How to repeat a failure. */
interface Again {
  /** Runs only this test. */
  readonly command: string;
  /** Set if the adapter served the app: the base URL, which no longer works. */
  readonly gone?: string;
}

/** Returns an error for each cause; the first one has the source and the advice. */
function failuresOf(entry: RequirementEntry, { command, gone }: Again): Error[] {
  const { id, title, findings, software } = entry;
  return findings.map((finding, index) => {
    const also = index === 0 ? '' : `, cause ${index + 1} of ${findings.length}`;
    const advice = index === 0 ? adviceRows({ first: finding, ...definedOnly({ software }) }, command) : [];
    const rows = [...sourceRows(finding), ...findingRows(finding), ...advice].flatMap((row) =>
      gone === undefined ? [row] : withBaseUrl(row, gone),
    );
    const lines = inColumn(rows).map(
      ({ label, text }) => `${label.padEnd(labelWidth)}${printable(text, longestLine)}`,
    );
    return new RequirementViolated(
      [rowText(rowOf(finding)), `${id}: ${title}${also}`, ...lines].join('\n'),
      finding,
    );
  });
}

/** Replaces a base URL that no longer works in a curl command, and says what to set instead. */
function withBaseUrl(row: ReportRow, gone: string): ReportRow[] {
  const { kind, text } = row;
  // The URL is the last word. A body may begin in the same way, so only the last match counts.
  const at = text.lastIndexOf(`'${gone}/`);
  if (!isCommandRow(row) || at < 0) return [row];
  const command = `${text.slice(0, at)}"$BASE_URL"'${text.slice(at + gone.length + 1)}`;
  const what =
    'the URL of your app once you have started it yourself, because its port in the tests is closed';
  const note: ReportRow = { label: 'BASE_URL', text: what, detail: 'brief' };
  return [{ ...row, text: command }, ...(kind === 'request' ? [note] : [])];
}

interface Place extends Pick<TestContext, 'annotate' | 'expect'> {
  /** The stack above the call to `conformance`, where failures are shown. */
  readonly callers: string;
}

interface RequirementPlace extends Place, Pick<TestContext, 'skip'> {
  /** Whether Vitest executes the test for the run as a whole. If so, only that test reports faults of the run. */
  readonly runIsReported: boolean;
  /** The test file, as Vitest names it. */
  readonly file: string;
}

/** Fails the test of the run if the run has no reliable result. */
export async function reportRun(result: RunResult, { annotate, callers, expect }: Place): Promise<void> {
  const fault = faultOf(result, callers);
  if (fault !== undefined) throw fault;
  // Vitest's `requireAssertions` fails a test without an assertion.
  expect(fault).toBeUndefined();
  if (result.kind !== 'report') return;
  const { verdict, requirements, configuration } = result.report;
  await annotate(printable(`${headlineOf(verdict)}. ${verdict.sentence}`, longestSentence), 'notice');
  const ids = requirements
    .filter((one) => one.verdict === 'not testable' && matchesOnly(one.id, configuration.only))
    .map(({ id }) => id);
  if (ids.length === 0) return;
  const advice = 'npx petstore-conformance list --level not-testable describes them.';
  await annotate(`Not testable from outside (${ids.length}): ${ids.join(', ')}. ${advice}`, 'notice');
}

/** Passes, skips or fails the test of one requirement. Rejects with the error that Vitest shows. */
export async function reportRequirement(
  result: RunResult,
  id: string,
  place: RequirementPlace,
): Promise<void> {
  const { annotate, callers, expect, skip, runIsReported, file } = place;
  const fault = runIsReported ? undefined : faultOf(result, callers);
  if (result.kind === 'not started') {
    if (fault !== undefined) throw fault;
    skip('the run did not start');
    return;
  }
  const judged = judgedBy(result.report, id);
  if (judged.kind === 'fail') {
    const { report, isTemporary } = result;
    const command = `npx vitest run ${file} -t '${id}'`;
    const errors = failuresOf(judged.entry, { command, ...(isTemporary ? { gone: report.target } : {}) });
    throw new AggregateError(errors.map((error) => shownAt(error, callers)));
  }
  if (judged.kind === 'skip') skip(judged.reason);
  if (fault !== undefined) throw fault;
  if (judged.kind === 'prevented') throw shownAt(new RunFault(judged.reason), callers);
  if (judged.kind !== 'pass') return;
  expect(judged.kind).toBe('pass');
  for (const { text, type } of judged.notes) {
    await annotate(text, type);
    // The default reporter of Vitest shows no annotations of tests that pass.
    if (type === 'warning')
      logToConsole('error', shown`petstore-conformance: WARN ${printable(id)}: ${printableWhole(text)}`);
  }
}

/** A run without a reliable result. */
class RunFault extends Error {
  override readonly name = 'RunFault';
}

/** Returns the error of an unreliable run, shown at `callers`; an error of user code keeps its own stack. */
function faultOf(result: RunResult, callers: string): Error | undefined {
  if (result.kind === 'not started') return thrownError(result.error, callers);
  const { overTime, report, thrown } = result;
  const { outcome, sentence } = report.verdict;
  const isSound = ['conforms', 'passed', 'does not conform'].includes(outcome);
  if (isSound && report.kitFaults.length === 0) return thrown && thrownError(thrown.error, callers);
  const reason =
    overTime === undefined ? sentence : `The run exceeded options.timeLimit (${overTime} s) and was ended.`;
  const lines = [reason, ...report.kitFaults].map((line) => printable(line, longestLine));
  return shownAt(new RunFault(lines.join('\n')), callers);
}

function thrownError(error: unknown, callers: string): Error {
  if (error instanceof UsageError) return shownAt(error, callers);
  return error instanceof Error
    ? error
    : shownAt(new RunFault(printable(String(error), longestLine)), callers);
}

/** Returns the stack above the call of a function. */
export function callersOf(called: (...given: never[]) => unknown): string {
  const here = { stack: '' };
  Error.captureStackTrace(here, called);
  return here.stack.slice(here.stack.indexOf('\n') + 1);
}

/** Shows an error at `callers`, because its own stack does not help users. */
function shownAt<Shown extends Error>(error: Shown, callers: string): Shown {
  error.stack = `${error.name}: ${error.message}\n${callers}`;
  return error;
}
