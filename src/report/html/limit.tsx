import { counted, duration } from '../../text/layout.ts';
import type { Report, TimelineRow } from '../model/report.ts';
import { asServed } from '../order.ts';
import { secondsOf } from '../rows.ts';

const [width, height] = [640, 72];

type Shown = TimelineRow & { readonly remaining: number };

/**
 * Returns the responses to requests with the key, in the order in which the server sent them. Responses to concurrent
 * requests may arrive in another order.
 */
function keyedIn({ timeline }: Pick<Report, 'timeline'>) {
  return asServed(timeline.rows.filter(({ withKey }) => withKey));
}

/** Returns the responses that show how much of the limit remained. */
function shownAmong(rows: readonly TimelineRow[]): Shown[] {
  return rows.filter((row): row is Shown => row.remaining !== undefined);
}

/** Checks whether a run has enough responses with Remaining for a line. */
export function hasLimitLine(report: Pick<Report, 'timeline'>): boolean {
  return shownAmong(keyedIn(report)).length > 2;
}

/**
 * Renders how much of the limit remained over the run, as a line with the waits shaded, and one sentence that says what the
 * line shows.
 */
export function LimitLine({ report }: { readonly report: Report }) {
  const rows = shownAmong(keyedIn(report));
  const waits = report.waits.filter(({ seconds }) => seconds >= 1);
  const x = placeOf(report, waits);
  const highest = rows.reduce((most, { limit = 0, remaining }) => Math.max(most, limit, remaining), 1);
  const y = (remaining: number) => Math.round((1 - remaining / highest) * height * 10) / 10;
  const refused = report.timeline.rows.filter(({ withKey, status }) => withKey && status === 429);
  const words = limitWords(report);
  return (
    <figure class="limit">
      <svg viewBox={`-4 -6 ${width + 8} ${height + 30}`} role="img" aria-label={words}>
        <line class="axis" x1="0" y1={height} x2={width} y2={height} />
        {waits.map(({ atMs, seconds }) => (
          <>
            <rect
              class="wait"
              x={x(atMs)}
              y="0"
              width={Math.max(1, x(atMs + seconds * 1_000) - x(atMs))}
              height={height}
            />
            <text class="words" x={(x(atMs) + x(atMs + seconds * 1_000)) / 2} y={height / 2}>
              waited {duration(seconds)}
            </text>
          </>
        ))}
        {windowsOf(rows).map((some) => (
          <polyline points={some.map(({ readMs, remaining }) => `${x(readMs)},${y(remaining)}`).join(' ')} />
        ))}
        {refused.slice(0, 40).map(({ readMs }) => (
          <circle cx={x(readMs)} cy={height} r="4" />
        ))}
        {refused.slice(0, 1).map(({ readMs }) => (
          <text class="words refused" x={x(readMs)} y={height + 16}>
            429
          </text>
        ))}
      </svg>
      <figcaption>{words}</figcaption>
    </figure>
  );
}

/** The maximum part of the width for waits. */
const mostOfWidth = 0.4;

/**
 * Returns a function that says where a time of the run is on the line. Long waits are drawn shorter than the time in which
 * requests were sent.
 */
function placeOf({ durationMs, timeline }: Report, waits: Report['waits']) {
  const end = Math.max(1, durationMs, timeline.rows.at(-1)?.readMs ?? 0);
  const waited = secondsOf(waits) * 1_000;
  const active = Math.max(1, end - waited);
  const scale = Math.min(1, (active * mostOfWidth) / (1 - mostOfWidth) / Math.max(1, waited));
  const length = active + waited * scale;
  return (ms: number): number => {
    const before = waits.reduce(
      (sum, { atMs, seconds }) => sum + Math.min(Math.max(0, ms - atMs), seconds * 1_000),
      0,
    );
    return Math.round(((ms - before * (1 - scale)) / length) * width * 10) / 10;
  };
}

/**
 * Divides responses by window, because no line is drawn through a reset. A new window begins where Remaining rises after
 * the Reset of the previous response.
 */
function windowsOf(rows: readonly Shown[]): Shown[][] {
  const windows: Shown[][] = [];
  for (const row of rows) {
    const window = windows.at(-1);
    const newest = window?.at(-1);
    if (newest === undefined || (row.remaining > newest.remaining && isAfterReset(row, newest)))
      windows.push([row]);
    else window?.push(row);
  }
  return windows;
}

/**
 * Checks whether the time of a Reset had passed when a later response arrived. Both times are in whole seconds, so the Reset
 * may be a second early.
 */
function isAfterReset({ reset, resetIn = 0 }: Shown, before: Shown): boolean {
  return reset !== undefined && before.reset !== undefined && before.reset - 1 <= reset - resetIn;
}

/** Says what the line shows: "Remaining fell from 59 to 0, a request returned 429, and after 6 s the server responded again." */
function limitWords(report: Report): string {
  const keyed = keyedIn(report);
  const refusedAt = keyed.findIndex(({ status }) => status === 429);
  const refused = keyed[refusedAt];
  const fell = fallWords(shownAmong(keyed), shownAmong(keyed.slice(0, refusedAt + 1)));
  if (refused === undefined) return `${fell}, and nothing returned 429.`;
  const again = keyed.slice(refusedAt).find(({ status = 429 }) => status !== 429);
  if (again === undefined) return `${fell}, and a request returned 429.`;
  const seconds = Math.round((again.readMs - refused.readMs) / 1_000);
  return `${fell}, a request returned 429, and after ${duration(seconds)} the server responded again.`;
}

/** Says how Remaining fell: in the window of the first 429 or, if there is no 429, in the window in which it fell lowest. */
function fallWords(rows: readonly Shown[], untilRefused: readonly Shown[]): string {
  const [first] = rows;
  if (rows.every(({ remaining }) => remaining === first?.remaining))
    return `Remaining stays at ${first?.remaining} through ${counted(rows.length, 'request')}`;
  const lowestOf = (window: readonly Shown[]) =>
    window.reduce((least, { remaining }) => Math.min(least, remaining), Number.POSITIVE_INFINITY);
  const lowestFirst = windowsOf(rows).toSorted((a, b) => lowestOf(a) - lowestOf(b));
  const window = windowsOf(untilRefused).at(-1) ?? lowestFirst[0] ?? [];
  const [from, to] = [window[0]?.remaining, lowestOf(window)];
  return from === to ? `Remaining was ${to}` : `Remaining fell from ${from} to ${to}`;
}
