import { type Changed, changesBetween } from '../changes.ts';
import { changeWords, nextSteps } from '../diff.ts';
import type { Column } from './compare.ts';
import { dayAndLabels } from './run-words.ts';

/** What changed in the newest run of a history, and what to do: the same as `diff` says of the two runs. */
export interface News {
  /** The run that it is compared with: the newest earlier one that tested the same and has a verdict. */
  readonly since?: Column;
  readonly changes: readonly Changed[];
  /** "Since 2026-11-21: 1 new failure: invalid.name-type." */
  readonly sentence: string;
  readonly nextSteps: readonly string[];
}

/** Returns the news of the newest run. A run that could not be tested has none but the reason. */
export function newsOf([newest, ...earlier]: readonly Column[]): News | undefined {
  if (newest === undefined) return undefined;
  const { summary } = newest;
  const hasVerdict = ({ summary: { exitStatus } }: Column) => exitStatus === 0 || exitStatus === 1;
  if (!hasVerdict(newest)) return { changes: [], sentence: summary.sentence, nextSteps: [] };
  const since = earlier.find(
    (one) => hasVerdict(one) && one.summary.asked['profile'] === summary.asked['profile'],
  );
  if (since === undefined) return { changes: [], sentence: summary.sentence, nextSteps: [] };
  const changes = changesBetween(since.summary, summary);
  return {
    since,
    changes,
    sentence: `Since ${dayAndLabels(since.summary)}: ${changeWords(changes)}`,
    nextSteps: nextSteps(changes),
  };
}
