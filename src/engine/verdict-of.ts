import type { Verdict } from '../report/model/report.ts';
import type { Level, Requirement } from '../spec/requirement.ts';
import { definedOnly } from '../text/defined-only.ts';
import { seenWords, type Tally } from './tally.ts';

export interface Judged {
  readonly verdict: Verdict;
  /** Why it was not exercised, not asked or excluded; what was seen, where it is observed or beside a pass. */
  readonly reason?: string;
}

/** Why a row is not asked: `always` whatever was seen, `unless exercised` where traffic may still decide it. */
export interface NotAsked {
  readonly reason: string;
  readonly unlessExercised: boolean;
}

/** The verdict of one requirement, from what is known of it and whether the user asked for it. */
export function verdictOf(requirement: Requirement, tally: Tally, notAsked: NotAsked | undefined): Judged {
  if (requirement.level === 'excluded') return { verdict: 'excluded', reason: requirement.means };
  const exercised = tally.exercised > 0 || tally.causes.size > 0;
  if (notAsked !== undefined && !(notAsked.unlessExercised && exercised))
    return { verdict: 'not asked', reason: notAsked.reason };
  if (tally.causes.size > 0) return { verdict: severityOf(requirement.level) };
  if (!exercised) return { verdict: 'not exercised', reason: reasonOf(tally) };
  const seen = seenWords(tally);
  if (requirement.level === 'observed') return { verdict: 'observed', ...definedOnly({ reason: seen }) };
  const said = [seen, tally.note].filter((words) => words !== undefined).join('; ');
  return { verdict: tally.flaky ? 'flaky' : 'pass', ...definedOnly({ reason: said || undefined }) };
}

/** The reason that was given most often. */
function reasonOf(tally: Tally): string {
  const [most] = [...tally.reasons].sort((a, b) => b[1] - a[1]);
  return most?.[0] ?? 'no answer bore on it';
}

/** What an unmet expectation is, by the level of its requirement: the only place where that is decided. */
export function severityOf(level: Level): Verdict {
  switch (level) {
    case 'required':
      return 'fail';
    case 'advisory':
      return 'warn';
    case 'observed':
      return 'observed';
    case 'excluded':
      return 'excluded';
  }
}
