import type { Settings } from '../../src/config/settings.ts';
import { run } from '../../src/engine/run.ts';
import type { Report } from '../../src/report/model/report.ts';
import { idsWith, settingsFor } from '../support/run-against.ts';
import type { Way } from './designs/design.ts';
import type { GuestBook } from './guest-book.ts';
import { createVirtualClock } from './virtual-clock.ts';

/** What became of one way to limit. */
export interface Cell {
  readonly report: Report;
  readonly book: GuestBook;
  /** The rows that failed or warned. */
  readonly found: readonly string[];
}

/** Runs the kit against one way, in virtual time. */
export async function runCell(way: Way, settings: Partial<Settings> = {}): Promise<Cell> {
  const clock = createVirtualClock();
  const { url, book, openDispatcher, close } = await way.start(clock);
  const context = openDispatcher === undefined ? { clock } : { clock, openDispatcher };
  try {
    const report = await run(settingsFor(url, settings), context);
    return { report, book, found: idsWith(report, 'fail', 'warn').sort() };
  } finally {
    await close?.();
  }
}

/** Enough for faults of a limiter: what is not about limits sends nothing, but for what rules need. */
export const aboutLimits: Partial<Settings> = { only: 'headers.*,limit.*' };
