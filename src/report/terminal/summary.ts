import { duration } from '../../text/layout.ts';
import { joined, printable, printableWhole, type Shown, shown } from '../../text/shown.ts';
import type { Report, TimelineRow, Wait } from '../model/report.ts';
import { toneOf } from '../model/verdicts.ts';
import { inColumn, labelWidth, runRows } from '../rows.ts';
import { headlineOf, verdictReason } from '../scope.ts';
import { emptyLine, labeled, type Sheet, toned } from './block.ts';

/** From this many failures on, the table at the start is far away, and the summary names them again. */
const manyFailures = 10;
/** The longest text in the summary, and the longest sentence of a verdict, in code points. */
const longestText = 1_000;
const longestSentence = 2_000;

/** Renders the numbers of the run and the verdict; if `short`, other reports have the details. */
export function summary(
  page: Sheet,
  report: Report,
  failures: readonly string[],
  short: boolean,
  { reportPath, htmlPath }: { readonly reportPath?: string; readonly htmlPath?: string },
): readonly Shown[] {
  const rows = inColumn(runRows(report).filter(({ detail }) => !short || detail === 'brief'));
  const paths = [htmlPath, reportPath].filter((path) => path !== undefined).join(' and ');
  const more = short ? ' (all details)' : '';
  return [
    ...rows.flatMap(({ label, text }) => labeled(page, label, text, longestText)),
    ...(short ? [] : quota(page, report)),
    ...(failures.length < manyFailures
      ? []
      : labeled(page, 'Failures', failures.join(', '), longestSentence)),
    ...(paths === '' ? [] : labeled(page, 'Report', paths + more, longestSentence)),
    emptyLine,
    ...verdict(page, report),
  ];
}

/** Renders the verdict as a sentence, and as the line that scripts search for. */
export function verdict(page: Sheet, { verdict: judged, target }: Report): readonly Shown[] {
  const { exitStatus, sentence } = judged;
  const text = shown`petstore-conformance: ${printable(headlineOf(judged))} (exit status ${exitStatus})`;
  const why = verdictReason(judged).map((reason) => shown`: ${printableWhole(reason)}`);
  return [
    ...labeled(page, 'Verdict', sentence, longestSentence),
    // The target comes first, so that one pattern matches the line of every outcome.
    shown`${page.paint('bold', toned(page, toneOf(exitStatus), text))} ${printable(target)}${joined(why, '')}`,
  ];
}

function quota(page: Sheet, { timeline, waits }: Report): Shown[] {
  const line = quotaLine(timeline.rows, waits, page.width - 6 - labelWidth);
  if (line === undefined) return [];
  return [
    ...labeled(page, 'Quota', line, 200),
    ...labeled(page, '', 'Remaining/Limit over time; × = 429, gaps = waits'),
  ];
}

const heights = '▁▂▃▄▅▆▇█';
/** Shorter waits do not appear in the quota line, in milliseconds. */
const shortestWait = 1_000;

/**
 * Draws the quota over the run in at most `width` columns: Remaining/Limit as height, `×` for a 429, and the length of each
 * wait of the kit. Undefined without rate-limit headers.
 */
export function quotaLine(
  rows: readonly TimelineRow[],
  waits: readonly Wait[],
  width: number,
): string | undefined {
  const shown = rows
    .filter(
      (row) =>
        row.withKey && (row.status === 429 || (row.limit !== undefined && row.remaining !== undefined)),
    )
    .toSorted((a, b) => a.readMs - b.readMs);
  if (shown.length < 2) return undefined;
  const waited = waitsBefore(shown, waits);
  const columns = Math.max(8, width - waited.size * 8);
  const step = Math.max(1, Math.ceil(shown.length / columns));
  // A column represents several responses, but every 429 has its own.
  return shown
    .map((row, index) => {
      const gap = waited.get(row);
      const isDrawn = gap !== undefined || index % step === 0 || row.status === 429;
      return `${gap === undefined ? '' : ` ${duration(gap / 1000)} `}${isDrawn ? columnOf(row) : ''}`;
    })
    .join('');
}

function columnOf({ status, limit = 1, remaining = 0 }: TimelineRow): string {
  if (status === 429) return '×';
  const share = Math.min(1, Math.max(0, remaining / limit));
  return heights[Math.round(share * (heights.length - 1))] ?? '▁';
}

/**
 * Returns how long the kit waited before each response, in milliseconds. Nothing is sent during a wait, so each belongs
 * before the first request that was sent after its middle: at its ends, rounded times may be equal.
 */
function waitsBefore(rows: readonly TimelineRow[], waits: readonly Wait[]): Map<TimelineRow, number> {
  const sums = new Map<TimelineRow, number>();
  for (const { atMs, seconds } of waits) {
    const next = rows.find((row) => row.atMs >= atMs + seconds * 500);
    if (next !== undefined && next !== rows[0]) sums.set(next, (sums.get(next) ?? 0) + seconds * 1_000);
  }
  return new Map([...sums].filter(([, ms]) => ms >= shortestWait));
}
