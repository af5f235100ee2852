import type { Settings } from '../../src/config/settings.ts';
import { run } from '../../src/engine/run.ts';
import type { Report } from '../../src/report/model/report.ts';
import { idsWith, settingsFor } from '../support/run-against.ts';
import type { Way } from './designs/design.ts';
import type { RequestLog } from './request-log.ts';
import { createVirtualClock } from './virtual-clock.ts';

/** The result of one run. */
export interface Cell {
  readonly report: Report;
  readonly log: RequestLog;
  /** The requirements that failed or warned. */
  readonly found: readonly string[];
}

/** Runs the kit against one configuration, in virtual time. */
export async function runCell(way: Way, settings: Partial<Settings> = {}): Promise<Cell> {
  const clock = createVirtualClock();
  const { url, log, openDispatcher, close } = await way.start(clock);
  const context = openDispatcher === undefined ? { clock } : { clock, openDispatcher };
  try {
    const report = await run(settingsFor(url, settings), context);
    return { report, log, found: idsWith(report, 'fail', 'warn').sort() };
  } finally {
    await close?.();
  }
}

/** Enough for faults of a limiter: other checks send nothing, except for what rules need. */
export const aboutLimits: Partial<Settings> = { only: 'headers.*,limit.*' };
