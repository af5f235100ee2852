import { UsageError } from '../config/usage-error.ts';
import { printable } from '../report/escape.ts';
import { shownAt } from './call-site.ts';
import type { Told } from './one-run.ts';

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
export function faultOf(told: Told, callers: string): Error | undefined {
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
