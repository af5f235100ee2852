import type { Outcome, Verdict } from '../report/model/report.ts';
import type { Level } from '../spec/requirement.ts';

/** What decides how a run ends. */
export interface Ending {
  readonly interrupted: boolean;
  readonly verdicts: readonly {
    readonly level: Level;
    readonly verdict: Verdict;
    /** Whether the baseline holds all its findings. */
    readonly known?: boolean;
  }[];
  /** Whether a waiver is expired, or waives what is mended. */
  readonly waiversOutOfDate: boolean;
  /** Why nothing could be tested, or not to the end. */
  readonly untestable?: string;
  /** Faults of the kit, and of checks that the user added. */
  readonly faults: number;
  readonly strict: boolean;
  readonly failOnAdvisory: boolean;
}

/**
 * The outcome of a run: interrupted before a violation, a violation before waivers that are out of date, these
 * before "could not be tested" (design, Verdicts).
 */
export function outcomeOf(ending: Ending): Outcome {
  if (ending.interrupted) return 'interrupted';
  const failing = ending.verdicts.filter(
    ({ verdict }) => verdict === 'fail' || (ending.failOnAdvisory && verdict === 'warn'),
  );
  if (failing.some(({ known = false }) => !known)) return 'does not conform';
  if (ending.waiversOutOfDate) return 'waivers out of date';
  if (ending.untestable !== undefined || ending.faults > 0 || !anythingBore(ending) || hasGap(ending))
    return 'could not be tested';
  return failing.length > 0 ? 'nothing new' : 'conforms';
}

function anythingBore({ verdicts }: Ending): boolean {
  return verdicts.some(({ verdict }) => ['pass', 'flaky', 'warn', 'fail', 'waived'].includes(verdict));
}

/** A required row that was not exercised: with `--strict` such a run proves nothing. */
function hasGap({ strict, verdicts }: Ending): boolean {
  return strict && verdicts.some(({ level, verdict }) => level === 'required' && verdict === 'not exercised');
}

/** 0 conforms (or nothing new), 1 does not (or waivers are out of date), 2 wrong command or configuration, 3 could not be tested, 130 interrupted. */
export function exitStatusOf(outcome: Outcome): number {
  switch (outcome) {
    case 'conforms':
    case 'nothing new':
      return 0;
    case 'does not conform':
    case 'waivers out of date':
      return 1;
    case 'wrong command or configuration':
      return 2;
    case 'could not be tested':
      return 3;
    case 'interrupted':
      return 130;
  }
}
