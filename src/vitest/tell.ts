import type { TestContext } from 'vitest';
import { UsageError } from '../config/messages.ts';
import { printable } from '../text/shown.ts';
import { failureOf, judgedBy } from './judged.ts';
import type { Told } from './one-run.ts';

/** What of a test is needed to tell something in it, and where its failure is shown. */
interface Place extends Pick<TestContext, 'annotate'> {
  /** The lines of the stack above the call of `conformance`. */
  readonly callers: string;
}

interface RequirementPlace extends Place, Pick<TestContext, 'skip'> {
  /** Whether the test of the run is run too: what is wrong with the run is told there, and once. */
  readonly runIsTold: boolean;
  /** The file of the test, as Vitest names it. */
  readonly file: string;
}

/** The longest sentence on a run, in code points. */
const longestSentence = 4_000;

/** Fails the test of the run where it came to nothing that can be relied on. */
export async function tellRun(told: Told, { annotate, callers }: Place): Promise<void> {
  const fault = faultOf(told, callers);
  if (fault !== undefined) throw fault;
  if (told.kind === 'report')
    await annotate(printable(told.report.verdict.sentence, longestSentence), 'notice');
}

/** Passes, skips or fails the test of one requirement: rejects with what Vitest is to show. */
export async function tellRequirement(told: Told, id: string, place: RequirementPlace): Promise<void> {
  const { annotate, callers, skip, runIsTold, file } = place;
  const fault = runIsTold ? undefined : faultOf(told, callers);
  if (told.kind === 'not started') {
    if (fault !== undefined) throw fault;
    skip('the run did not begin');
    return;
  }
  const judged = judgedBy(told.report, id);
  if (judged.kind === 'fail') {
    const errors = failureOf(judged.findings, `npx vitest run ${file} -t '${id}'`);
    throw new AggregateError(errors.map((error) => shownAt(error, callers)));
  }
  if (judged.kind === 'skip') skip(judged.reason);
  if (fault !== undefined) throw fault;
  if (judged.kind === 'undecided') skip(judged.reason);
  if (judged.kind === 'pass') for (const { text, type } of judged.notes) await annotate(text, type);
}

/** A run that says nothing, or nothing that can be relied on. */
class RunFault extends Error {
  override readonly name = 'RunFault';
}

/** The longest line of a message, in code points. */
const longestLine = 2_000;

/**
 * Why a run cannot be relied on, or undefined where it can. What the user's own code threw keeps its own stack; all
 * else is shown at `callers`.
 */
function faultOf(told: Told, callers: string): Error | undefined {
  if (told.kind === 'not started') return thrownError(told.error, callers);
  const { overTime, report, thrown } = told;
  const { outcome, sentence } = report.verdict;
  const isSound = ['conforms', 'nothing new', 'does not conform'].includes(outcome);
  if (isSound && report.kitFaults.length === 0)
    return thrown === undefined ? undefined : thrownError(thrown.error, callers);
  const reason =
    overTime === undefined
      ? sentence
      : `The run took longer than options.timeLimit, ${overTime} s, and was ended.`;
  const lines = [reason, ...report.kitFaults].map((line) => printable(line, longestLine));
  return shownAt(new RunFault(lines.join('\n')), callers);
}

function thrownError(error: unknown, callers: string): Error {
  if (error instanceof UsageError) return shownAt(error, callers);
  return error instanceof Error
    ? error
    : shownAt(new RunFault(printable(String(error), longestLine)), callers);
}

/** Where a function was called from: the lines of the stack above it, for errors that are shown there. */
export function callersOf(called: (...given: never[]) => unknown): string {
  const here = { stack: '' };
  Error.captureStackTrace(here, called);
  return here.stack.slice(here.stack.indexOf('\n') + 1);
}

/** The same error, shown at the place of `callers`: where it came to be says nothing to the reader. */
function shownAt<Shown extends Error>(error: Shown, callers: string): Shown {
  error.stack = `${error.name}: ${error.message}\n${callers}`;
  return error;
}
