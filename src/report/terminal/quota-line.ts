import { duration } from '../../text/layout.ts';
import type { TimelineRow, Wait } from '../model/report.ts';

const heights = '▁▂▃▄▅▆▇█';
/** A shorter wait is not drawn, in milliseconds. */
const shortestWait = 1_000;

/** The answers of a run, and its waits. */
export interface QuotaShown {
  readonly rows: readonly TimelineRow[];
  readonly waits: readonly Wait[];
}

/**
 * A small drawing of the quota over the run, in at most `width` columns: a column's height is what Remaining
 * showed of Limit, `×` is a 429, and the waits of the run stand between as their length: other pauses are those of
 * the target, or of requests without the key. Undefined where nothing was shown.
 */
export function quotaLine({ rows, waits }: QuotaShown, width: number): string | undefined {
  const shown = rows.filter(
    (row) => row.withKey && (row.status === 429 || (row.limit !== undefined && row.remaining !== undefined)),
  );
  if (shown.length < 2) return undefined;
  const drawn = shown.filter((row, index) => waitBefore(row, shown[index - 1], waits) > 0).length;
  const columns = Math.max(8, width - drawn * 8);
  const step = Math.max(1, Math.ceil(shown.length / columns));
  const parts: string[] = [];
  let before: TimelineRow | undefined;
  for (const [index, row] of shown.entries()) {
    const waited = waitBefore(row, before, waits);
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

/** How long the run waited between two answers, in milliseconds. */
function waitBefore(row: TimelineRow, before: TimelineRow | undefined, waits: readonly Wait[]): number {
  if (before === undefined) return 0;
  const between = waits.filter(({ atMs }) => atMs >= before.atMs && atMs <= row.atMs);
  const waited = between.reduce((sum, { seconds }) => sum + seconds * 1_000, 0);
  return waited >= shortestWait ? waited : 0;
}
