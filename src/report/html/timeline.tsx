import { operationTitle } from '../../spec/operations.ts';
import { duration, number } from '../../text/layout.ts';
import { grouped } from '../content.ts';
import type { Report, TimelineRow } from '../model/report.ts';
import { asServed } from '../order.ts';
import { Scroll, Section, safe } from './parts.tsx';

const width = 960;
const left = 44;
const inner = width - left - 16;
/** The lanes from top to bottom: Remaining, the windows, the requests in flight. */
const lanes = {
  quota: { top: 26, bottom: 186 },
  windows: { top: 192, bottom: 206 },
  flight: { top: 222, bottom: 254 },
};
const height = 276;
/** A longer time without requests in flight, in ms, is shown as a pause of fixed width. */
const shortestPause = 1_500;
/** The share of the picture for one pause. */
const pauseShare = 0.08;
/** The least distance of two labels. */
const labelWidth = 34;

/** A response, and its column in the picture. */
interface Column {
  readonly row: TimelineRow;
  readonly x: number;
  readonly inFlight: number;
}

/** Draws a column for each response, in the order in which the server sent them: Remaining, 429s, windows, requests in flight. */
export function Timeline({ report }: { readonly report: Report }) {
  const { rows, leftOut } = report.timeline;
  const shown = asServed(
    rows.filter((row) => row.withKey && (row.remaining !== undefined || row.status === 429)),
  );
  if (shown.length < 2) return null;
  const { columns, pauses, step } = placed(shown, rows);
  const most = Math.max(1, ...shown.map(({ limit = 0, remaining = 0 }) => Math.max(limit, remaining)));
  const limited = shown.filter(({ status }) => status === 429).length;
  const words = `${shown.length} responses, Remaining ${shown[0]?.remaining ?? 'unknown'} of ${most} in the first and ${shown.at(-1)?.remaining ?? 'unknown'} in the last, ${limited} rate-limited (429)`;
  return (
    <Section name="timeline" title="Rate limit over time">
      <Scroll labelledBy="timeline-title">
        <svg class="timeline" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={words}>
          <title>{words}</title>
          {pauses.map(({ from, wide, ms }) => (
            <g class="wait">
              <rect
                x={from}
                y={lanes.quota.top}
                width={wide}
                height={lanes.flight.bottom - lanes.quota.top}
              />
              <text x={from + wide / 2} y={lanes.quota.bottom - 70} text-anchor="middle">
                {duration(ms / 1_000)}
              </text>
            </g>
          ))}
          <Quota columns={columns} step={step} most={most} />
          <Windows columns={columns} step={step} />
          <InFlight columns={columns} step={step} />
          <text x={left} y={height - 6}>
            {seconds(shown[0]?.atMs)}
          </text>
          <text x={width - 16} y={height - 6} text-anchor="end">
            {seconds(shown.at(-1)?.readMs)}
          </text>
        </svg>
      </Scroll>
      <p class="legend">
        One column for each response to a request with the key, in the order in which the server sent them:{' '}
        <span class="key quota" /> X-RateLimit-Remaining <span class="key limited" /> 429{' '}
        <span class="key band" /> pause, not to scale <span class="key strip" /> window, by X-RateLimit-Reset{' '}
        <span class="key flight" /> requests in flight
      </p>
      {leftOut === 0 ? null : (
        <p>{number(leftOut)} responses in the middle of the run were counted but are not shown.</p>
      )}
      <Waits report={report} />
    </Section>
  );
}

interface LaneOf {
  readonly columns: readonly Column[];
  readonly step: number;
}

function Quota({ columns, step, most }: LaneOf & { readonly most: number }) {
  const { top, bottom } = lanes.quota;
  const y = (remaining: number) => bottom - (Math.min(most, Math.max(0, remaining)) / most) * (bottom - top);
  let labelled = Number.NEGATIVE_INFINITY;
  return (
    <g>
      <g class="axes">
        {[...new Set([0, Math.round(most / 2), most])].map((mark) => (
          <>
            <line x1={left} x2={width - 16} y1={y(mark)} y2={y(mark)} />
            <text x={left - 6} y={y(mark) + 4} text-anchor="end">
              {number(mark)}
            </text>
          </>
        ))}
      </g>
      {columns.map(({ row, x }) => {
        const isLimited = row.status === 429;
        const from = isLimited ? top : Math.min(bottom - 2, y(row.remaining ?? 0));
        const isLabelled = isLimited && x - labelled > labelWidth;
        if (isLabelled) labelled = x;
        return (
          <g class={isLimited ? 'limited' : 'quota'}>
            <title>{safe(describe(row))}</title>
            <rect {...bar(x, step)} y={round(from)} height={round(bottom - from)} />
            {isLabelled ? (
              <text x={round(x + step / 2)} y={top - 8} text-anchor="middle">
                429
              </text>
            ) : null}
          </g>
        );
      })}
    </g>
  );
}

/** If there are more, Reset changes with every response, and the strips would be useless. */
const maxWindows = 12;

/** Draws a strip for each window, by X-RateLimit-Reset. */
function Windows({ columns, step }: LaneOf) {
  const { top, bottom } = lanes.windows;
  const windows = [...grouped(columns, ({ row }) => row.reset)].filter(([reset]) => reset !== undefined);
  if (windows.length > maxWindows) return null;
  return (
    <g class="windows">
      {windows.map(([reset = 0, within]) => {
        const from = within[0]?.x ?? left;
        const wide = (within.at(-1)?.x ?? from) + step - from;
        const until = `until ${new Date(Math.min(reset, 8e12) * 1_000).toISOString().slice(11, 19)} UTC`;
        return (
          <>
            <rect x={round(from)} y={top} width={round(wide)} height={bottom - top}>
              <title>window {until}</title>
            </rect>
            {wide < 130 ? null : (
              <text x={round(from + 5)} y={bottom - 3}>
                window {until}
              </text>
            )}
          </>
        );
      })}
    </g>
  );
}

function InFlight({ columns, step }: LaneOf) {
  const { top, bottom } = lanes.flight;
  const most = Math.max(1, ...columns.map(({ inFlight }) => inFlight));
  return (
    <g class="flight">
      <text x={left - 6} y={top + 8} text-anchor="end">
        {number(most)}
      </text>
      <text x={left - 6} y={bottom} text-anchor="end">
        0
      </text>
      {columns.map(({ x, inFlight }) => {
        const tall = (inFlight / most) * (bottom - top);
        return <rect x={round(x)} y={round(bottom - tall)} width={round(step)} height={round(tall)} />;
      })}
    </g>
  );
}

function Waits({ report }: { readonly report: Report }) {
  if (report.waits.length === 0) return null;
  return (
    <ul class="waits">
      {report.waits.map(({ atMs, seconds, reason }) => (
        <li>
          after {duration(atMs / 1_000)}: waited {duration(seconds)} {safe(reason)}
        </li>
      ))}
    </ul>
  );
}

/** Gives each response a column of the same width, with pauses between them. */
function placed(shown: readonly TimelineRow[], all: readonly TimelineRow[]) {
  let readBefore = Number.POSITIVE_INFINITY;
  const gaps = shown.map(({ atMs, readMs }) => {
    const gap = atMs - readBefore;
    readBefore = Math.max(readMs, Number.isFinite(readBefore) ? readBefore : 0);
    return gap >= shortestPause ? gap : 0;
  });
  const count = gaps.filter((gap) => gap > 0).length;
  const share = count === 0 ? 0 : Math.min(pauseShare, 0.5 / count);
  const step = (inner * (1 - share * count)) / shown.length;
  const pauses: { from: number; wide: number; ms: number }[] = [];
  let x = left;
  const columns = shown.map((row, index): Column => {
    const ms = gaps[index] ?? 0;
    if (ms > 0) {
      pauses.push({ from: x, wide: share * inner, ms });
      x += share * inner;
    }
    const column = { row, x, inFlight: inFlightAt(row, all) };
    x += step;
    return column;
  });
  return { columns, pauses, step };
}

/** Counts the requests that were in flight when this response was read, itself included. */
function inFlightAt({ id, readMs }: TimelineRow, all: readonly TimelineRow[]): number {
  return all.filter((one) => one.id === id || (one.atMs < readMs && one.readMs >= readMs)).length;
}

/** Leaves a gap between columns that are wide enough. */
function bar(x: number, step: number) {
  const gap = step < 4 ? 0 : Math.max(1, step * 0.25);
  return { x: round(x + gap / 2), width: round(step - gap) };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function seconds(ms = 0): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

function describe({ atMs, operation, status, remaining, limit, retryAfter }: TimelineRow): string {
  const left = remaining === undefined ? '' : `, ${remaining} of ${limit ?? '?'} left`;
  const after = retryAfter === undefined ? '' : `, Retry-After ${retryAfter}`;
  return `${(atMs / 1_000).toFixed(2)} s: ${operationTitle(operation)} ${status === undefined ? 'no response' : `returned ${status}`}${left}${after}`;
}
