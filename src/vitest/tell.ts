import type { TestContext } from 'vitest';
import { printable } from '../report/escape.ts';
import { shownAt } from './call-site.ts';
import { failureOf } from './failure.ts';
import { judgedBy } from './judged.ts';
import type { Told } from './one-run.ts';
import { faultOf } from './run-fault.ts';

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
