import { operationTitle } from '../../spec/operations.ts';
import { largest } from '../../text/largest.ts';
import { duration, number } from '../../text/layout.ts';
import type { Report, TimelineRow } from '../model/report.ts';
import { asServed } from '../order.ts';
import { timelineWords } from '../rows.ts';
import { Scroll, Section, safe } from './parts.tsx';

const width = 960;
const left = 44;
const right = width - 16;
const top = 26;
const bottom = 186;
const height = 208;
/** A longer time without requests in flight, in ms, is shown as a pause of fixed width. */
const shortestPause = 1_500;
/** The share of the picture for one pause. */
const pauseShare = 0.08;
/** The least distance of two labels. */
const labelDistance = 34;

/** Draws a column for each response, in the order in which the server sent them: Remaining, 429s and pauses. */
export function Timeline({ report }: { readonly report: Report }) {
  const { rows, leftOut } = report.timeline;
  const shown = asServed(
    rows.filter((row) => row.withKey && (row.remaining !== undefined || row.status === 429)),
  );
  const [first, last] = [shown[0], shown.at(-1)];
  if (first === undefined || last === undefined || shown.length < 2) return null;
  const { columns, pauses, step } = placed(shown);
  const most = largest(
    1,
    shown.map(({ limit = 0, remaining = 0 }) => Math.max(limit, remaining)),
  );
  const y = (remaining: number) => bottom - (Math.min(most, Math.max(0, remaining)) / most) * (bottom - top);
  const limited = shown.filter(({ status }) => status === 429).length;
  const words = `${shown.length} responses, Remaining ${first.remaining ?? 'unknown'} of ${most} in the first and ${last.remaining ?? 'unknown'} in the last, ${limited} rate-limited (429)`;
  return (
    <Section name="timeline" title="Rate limit over time">
      <Scroll labelledBy="timeline-title">
        <svg class="timeline" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={words}>
          <title>{words}</title>
          {pauses.map(({ from, wide, ms }) => (
            <g class="wait">
              <rect x={round(from)} y={top} width={round(wide)} height={bottom - top} />
              <text x={round(from + wide / 2)} y={(top + bottom) / 2} text-anchor="middle">
                {duration(ms / 1_000)}
              </text>
            </g>
          ))}
          <g class="axes">
            {[...new Set([0, Math.round(most / 2), most])].map((mark) => (
              <>
                <line x1={left} x2={right} y1={y(mark)} y2={y(mark)} />
                <text x={left - 6} y={y(mark) + 4} text-anchor="end">
                  {number(mark)}
                </text>
              </>
            ))}
            <text x={left} y={height - 6}>
              {seconds(first.atMs)}
            </text>
            <text x={right} y={height - 6} text-anchor="end">
              {seconds(last.readMs)}
            </text>
          </g>
          {columns.map(({ row, x, isLabelled }) => {
            const from = row.status === 429 ? top : Math.min(bottom - 2, y(row.remaining ?? 0));
            return (
              <g class={row.status === 429 ? 'limited' : 'quota'}>
                <title>{safe(`${operationTitle(row.operation)}: ${timelineWords(row).trim()}`)}</title>
                <rect x={round(x)} y={round(from)} width={round(step * 0.8)} height={round(bottom - from)} />
                {isLabelled ? (
                  <text x={round(x + step / 2)} y={top - 8} text-anchor="middle">
                    429
                  </text>
                ) : null}
              </g>
            );
          })}
        </svg>
      </Scroll>
      <p class="legend">
        One column for each response to a request with the key, in the order in which the server sent them:{' '}
        <span class="nowrap">
          <span class="key" /> X-RateLimit-Remaining <span class="key limited" /> 429
        </span>{' '}
        <span class="nowrap">
          <span class="key band" /> pause, not to scale
        </span>
      </p>
      {leftOut === 0 ? null : (
        <p>{number(leftOut)} responses in the middle of the run were counted but are not shown.</p>
      )}
    </Section>
  );
}

/** Gives each response a column of the same width, with pauses between them, and labels a 429 that has room for it. */
function placed(shown: readonly TimelineRow[]) {
  let readBefore = Number.POSITIVE_INFINITY;
  const gaps = shown.map(({ atMs, readMs }) => {
    const gap = atMs - readBefore;
    readBefore = Math.max(readMs, Number.isFinite(readBefore) ? readBefore : 0);
    return gap >= shortestPause ? gap : 0;
  });
  const count = gaps.filter((gap) => gap > 0).length;
  const wide = count === 0 ? 0 : Math.min(pauseShare, 0.5 / count) * (right - left);
  const step = (right - left - wide * count) / shown.length;
  const pauses: { from: number; wide: number; ms: number }[] = [];
  let x = left;
  let labelled = Number.NEGATIVE_INFINITY;
  const columns = shown.map((row, index) => {
    const ms = gaps[index] ?? 0;
    if (ms > 0) {
      pauses.push({ from: x, wide, ms });
      x += wide;
    }
    const isLabelled = row.status === 429 && x - labelled > labelDistance;
    if (isLabelled) labelled = x;
    const column = { row, x, isLabelled };
    x += step;
    return column;
  });
  return { columns, pauses, step };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
