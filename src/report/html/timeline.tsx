import { duration, number } from '../../text/layout.ts';
import { grouped } from '../content.ts';
import type { Report, TimelineRow } from '../model/report.ts';
import { operationName, Scroll, Section, text } from './parts.tsx';

const width = 960;
const height = 240;
const margin = { left: 44, right: 16, top: 18, bottom: 34 };
const inner = { width: width - margin.left - margin.right, height: height - margin.top - margin.bottom };
/** A gap this long between two requests has a fixed width, in ms. */
const shortestWait = 1_500;
/** The share of the picture for one wait. */
const waitShare = 0.08;

/** Draws Remaining over time, with windows, 429s and waits. */
export function Timeline({ report }: { readonly report: Report }) {
  const rows = report.timeline.rows.filter(({ withKey }) => withKey);
  const shown = rows.filter((row) => row.remaining !== undefined || row.status === 429);
  if (shown.length < 2) return null;
  const x = timeScale(shown);
  const most = Math.max(1, ...shown.map(({ limit = 0, remaining = 0 }) => Math.max(limit, remaining)));
  const y = (remaining: number) =>
    margin.top + inner.height - (Math.min(most, Math.max(0, remaining)) / most) * inner.height;
  const place = (row: TimelineRow) => point(x.at(row), y(row.remaining ?? 0));
  const limited = shown.filter(({ status }) => status === 429);
  const words = `${shown.length} responses, Remaining from ${shown[0]?.remaining ?? 'unknown'} to ${shown.at(-1)?.remaining ?? 'unknown'} of ${most}, ${limited.length} rate-limited (429)`;
  return (
    <Section name="timeline" title="Rate limit over time">
      <Scroll labelledBy="timeline-title">
        <svg class="timeline" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={words}>
          <title>{words}</title>
          <Axes most={most} y={y} />
          <Windows rows={shown} at={x.at} />
          {x.waits.map((wait) => (
            <g class="wait">
              <rect x={wait.from} y={margin.top} width={wait.to - wait.from} height={inner.height} />
              <text x={(wait.from + wait.to) / 2} y={margin.top + inner.height / 2} text-anchor="middle">
                {duration(wait.ms / 1_000)}
              </text>
            </g>
          ))}
          {segments(shown).map((segment) => (
            <polyline class="remaining" points={segment.map(place).join(' ')} />
          ))}
          {shown
            .filter(({ remaining, status }) => remaining !== undefined && status !== 429)
            .map((row) => (
              <circle cx={x.at(row).toFixed(1)} cy={y(row.remaining ?? 0).toFixed(1)} r="2">
                <title>{text(describe(row))}</title>
              </circle>
            ))}
          {limited.map((row) => (
            <g class="limited">
              <title>{text(describe(row))}</title>
              <path d={cross(x.at(row), y(row.remaining ?? 0))} />
            </g>
          ))}
        </svg>
      </Scroll>
      <p class="legend">
        <span class="dot" /> X-RateLimit-Remaining <span class="cross">×</span> 429 <span class="band" />{' '}
        pause, not to scale (a wait listed below, or slow responses) <span class="strip" /> window, by
        X-RateLimit-Reset
      </p>
      {report.timeline.leftOut === 0 ? null : (
        <p>
          {number(report.timeline.leftOut)} responses in the middle of the run were counted but are not shown.
        </p>
      )}
      <Waits report={report} />
    </Section>
  );
}

function Axes({ most, y }: { readonly most: number; readonly y: (remaining: number) => number }) {
  const marks = [...new Set([0, Math.round(most / 2), most])];
  return (
    <g class="axes">
      {marks.map((mark) => (
        <>
          <line x1={margin.left} x2={width - margin.right} y1={y(mark)} y2={y(mark)} />
          <text x={margin.left - 6} y={y(mark) + 4} text-anchor="end">
            {number(mark)}
          </text>
        </>
      ))}
      <text x={margin.left} y={height - 10}>
        start
      </text>
      <text x={width - margin.right} y={height - 10} text-anchor="end">
        end
      </text>
    </g>
  );
}

/** If there are more, Reset changes with every response, and the strips would be useless. */
const maxWindows = 12;

/** Draws a strip for each window, by X-RateLimit-Reset. */
function Windows(props: {
  readonly rows: readonly TimelineRow[];
  readonly at: (row: TimelineRow) => number;
}) {
  const { rows, at } = props;
  const windows = [...grouped(rows, ({ reset }) => reset)].filter(([reset]) => reset !== undefined);
  if (windows.length > maxWindows) return null;
  return (
    <g class="windows">
      {windows.map(([reset = 0, within]) => {
        const places = within.map(at);
        const from = Math.min(...places);
        return (
          <rect
            x={from}
            y={margin.top + inner.height + 3}
            width={Math.max(3, Math.max(...places) - from)}
            height={5}
          >
            <title>
              window until {new Date(Math.min(reset, 8e12) * 1_000).toISOString().slice(11, 19)} UTC
            </title>
          </rect>
        );
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
          after {duration(atMs / 1_000)}: waited {duration(seconds)} {text(reason)}
        </li>
      ))}
    </ul>
  );
}

/** Places responses by time, with waits shortened to leave room for the rest. */
function timeScale(rows: readonly TimelineRow[]) {
  const sorted = [...rows].sort((a, b) => a.atMs - b.atMs);
  const gaps = sorted.map((row, index) => (index === 0 ? 0 : row.atMs - (sorted[index - 1]?.atMs ?? 0)));
  const waits = gaps.filter((gap) => gap >= shortestWait).length;
  const share = waits === 0 ? 0 : Math.min(waitShare, 0.5 / waits);
  const busy = gaps.reduce((sum, gap) => sum + (gap >= shortestWait ? 0 : gap), 0);
  const perMs = (inner.width * (1 - share * waits)) / Math.max(1, busy);
  const places = new Map<TimelineRow, number>();
  const shortened: { from: number; to: number; ms: number }[] = [];
  let x = margin.left;
  for (const [index, row] of sorted.entries()) {
    const gap = gaps[index] ?? 0;
    const step = gap >= shortestWait ? share * inner.width : gap * perMs;
    if (gap >= shortestWait) shortened.push({ from: x, to: x + step, ms: gap });
    x += step;
    places.set(row, x);
  }
  return { at: (row: TimelineRow) => places.get(row) ?? margin.left, waits: shortened };
}

/** Returns groups of responses that a line connects: of one operation, between two waits. */
function segments(rows: readonly TimelineRow[]): TimelineRow[][] {
  const withNumbers = rows.filter(({ remaining }) => remaining !== undefined);
  return [...grouped(withNumbers, ({ operation }) => operation).values()].flatMap((series) => {
    const lines: TimelineRow[][] = [[]];
    for (const row of series) {
      const before = lines.at(-1)?.at(-1);
      if (before !== undefined && row.atMs - before.atMs >= shortestWait) lines.push([]);
      lines.at(-1)?.push(row);
    }
    return lines.filter((line) => line.length > 1);
  });
}

function point(x: number, y: number): string {
  return `${x.toFixed(1)},${y.toFixed(1)}`;
}

function cross(x: number, y: number): string {
  const size = 5;
  return `M${point(x - size, y - size)}L${point(x + size, y + size)}M${point(x - size, y + size)}L${point(x + size, y - size)}`;
}

function describe({ atMs, operation, status, remaining, limit, retryAfter }: TimelineRow): string {
  const left = remaining === undefined ? '' : `, ${remaining} of ${limit ?? '?'} left`;
  const after = retryAfter === undefined ? '' : `, Retry-After ${retryAfter}`;
  return `${(atMs / 1_000).toFixed(2)} s: ${operationName(operation)} ${status === undefined ? 'no response' : `returned ${status}`}${left}${after}`;
}
