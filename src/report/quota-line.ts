import type { TimelineRow } from '../model/report.ts';
import { duration } from './layout.ts';

const heights = '▁▂▃▄▅▆▇█';
/** A gap this long between two requests is a wait, in milliseconds. */
const shortestWait = 1_000;

/**
 * A small drawing of the quota over the run, in at most `width` columns: a column's height is what Remaining
 * showed of Limit, `×` is a 429, and waits stand between as their length. Undefined where nothing was shown.
 */
export function quotaLine(rows: readonly TimelineRow[], width: number): string | undefined {
  const shown = rows.filter(
    (row) => row.withKey && (row.status === 429 || (row.limit !== undefined && row.remaining !== undefined)),
  );
  if (shown.length < 2) return undefined;
  const waits = shown.filter((row, index) => waitBefore(row, shown[index - 1]) > 0).length;
  const columns = Math.max(8, width - waits * 8);
  const step = Math.max(1, Math.ceil(shown.length / columns));
  const parts: string[] = [];
  let before: TimelineRow | undefined;
  for (const [index, row] of shown.entries()) {
    const waited = waitBefore(row, before);
    if (waited > 0) parts.push(` ${duration(waited / 1000)} `);
    before = row;
    // Of several rows in one column the last is shown; a 429 is never left out.
    if (waited > 0 || index % step === 0 || row.status === 429) parts.push(columnOf(row));
  }
  return parts.join('');
}

function columnOf({ status, limit = 1, remaining = 0 }: TimelineRow): string {
  if (status === 429) return '×';
  const share = Math.min(1, Math.max(0, remaining / limit));
  return heights[Math.round(share * (heights.length - 1))] ?? '▁';
}

function waitBefore(row: TimelineRow, before: TimelineRow | undefined): number {
  const gap = before === undefined ? 0 : row.atMs - before.readMs;
  return gap >= shortestWait ? gap : 0;
}
