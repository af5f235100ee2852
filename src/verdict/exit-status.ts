import type { Level } from '../model/requirement.ts';
import type { Outcome, Verdict } from '../model/verdict.ts';

/** What decides how a run ends. */
export interface Ending {
  readonly interrupted: boolean;
  readonly verdicts: readonly { readonly level: Level; readonly verdict: Verdict }[];
  /** Why nothing could be tested, or not to the end. */
  readonly untestable?: string;
  readonly kitFaults: number;
  readonly strict: boolean;
  readonly failOnAdvisory: boolean;
}

/** The outcome of a run: interrupted before a violation, a violation before "could not be tested" (design, Verdicts). */
export function outcomeOf(ending: Ending): Outcome {
  if (ending.interrupted) return 'interrupted';
  const has = (wanted: Verdict) => ending.verdicts.some(({ verdict }) => verdict === wanted);
  if (has('fail') || (ending.failOnAdvisory && has('warn'))) return 'does not conform';
  const bore = ending.verdicts.some(
    ({ verdict }) => verdict === 'pass' || verdict === 'flaky' || verdict === 'warn',
  );
  const gap = ending.verdicts.some(
    ({ level, verdict }) => level === 'required' && verdict === 'not exercised',
  );
  if (ending.untestable !== undefined || ending.kitFaults > 0 || !bore || (ending.strict && gap))
    return 'could not be tested';
  return 'conforms';
}

/** 0 conforms, 1 does not, 2 wrong command or configuration, 3 could not be tested, 130 interrupted. */
export function exitStatusOf(outcome: Outcome): number {
  switch (outcome) {
    case 'conforms':
      return 0;
    case 'does not conform':
      return 1;
    case 'wrong command or configuration':
      return 2;
    case 'could not be tested':
      return 3;
    case 'interrupted':
      return 130;
  }
}
