import type { Settings } from '../../src/config/settings.ts';
import { replay } from '../../src/engine/replay.ts';
import type { RunContext } from '../../src/engine/session.ts';
import type { Finding, Report } from '../../src/report/model/report.ts';

/** Replays one finding of a report. Returns what became of the finding, why, and the report of the run. */
export async function replayOne(
  finding: Finding,
  reported: Report,
  settings: Settings,
  context?: RunContext,
) {
  const { changes, report } = await replay(reported, [finding], settings, context);
  return {
    report,
    kinds: changes.map(({ kind }) => kind),
    notes: changes.flatMap(({ note }) => note ?? []),
    signatures: changes.map(({ signature }) => signature),
  };
}
