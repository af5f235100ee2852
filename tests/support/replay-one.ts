import type { Settings } from '../../src/config/settings.ts';
import { replay, type Step } from '../../src/engine/replay.ts';
import type { ReplayOutcome } from '../../src/engine/replay-outcome.ts';
import type { RunContext } from '../../src/engine/session.ts';
import type { Finding } from '../../src/report/model/report.ts';

/** Replays one finding. Returns its outcome with the rest of the result. */
export async function replayOne(
  finding: Finding,
  runMark: string,
  settings: Settings,
  context?: RunContext,
  onStep?: (step: Step, before: readonly ReplayOutcome[]) => void,
) {
  const { outcomes, ...rest } = await replay([finding], runMark, settings, context, onStep);
  const [outcome] = outcomes;
  if (outcome === undefined) throw new Error('the finding has no outcome');
  return { ...rest, ...outcome };
}
