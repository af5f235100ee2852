import { grouped } from '../../text/grouped.ts';
import { number } from '../../text/layout.ts';
import type { Report, TimelineRow } from '../model/report.ts';
import { operationName } from './operation-name.ts';
import { Scroll } from './scroll.tsx';

/** The upper ends of the columns, in milliseconds; the last takes the rest. */
const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, Number.POSITIVE_INFINITY] as const;

/** How long the target took to the head of its answers, by operation. */
export function Latencies({ report }: { readonly report: Report }) {
  const answered = report.timeline.rows.filter(({ status }) => status !== undefined);
  if (answered.length === 0) return null;
  const operations = [...grouped(answered, ({ operation }) => operation)];
  return (
    <section aria-labelledby="latencies-title">
      <h2 id="latencies-title">Time to answer</h2>
      <Scroll labelledBy="latencies-title">
        <table>
          <thead>
            <tr>
              <th scope="col">operation</th>
              <th scope="col">answers</th>
              <th scope="col">median</th>
              <th scope="col">95 %</th>
              <th scope="col">slowest</th>
              <th scope="col">distribution</th>
            </tr>
          </thead>
          <tbody>
            {operations.map(([operation, rows]) => (
              <Operation name={operation} rows={rows} />
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  );
}

function Operation({ name, rows }: { readonly name: string; readonly rows: readonly TimelineRow[] }) {
  const times = rows.map(({ atMs, readMs }) => readMs - atMs).sort((a, b) => a - b);
  return (
    <tr>
      <th scope="row">{operationName(name)}</th>
      <td>{number(times.length)}</td>
      <td>{milliseconds(quantile(times, 0.5))}</td>
      <td>{milliseconds(quantile(times, 0.95))}</td>
      <td>{milliseconds(quantile(times, 1))}</td>
      <td>
        <Histogram times={times} />
      </td>
    </tr>
  );
}

/** Columns whose height is the share of the answers that took so long. */
function Histogram({ times }: { readonly times: readonly number[] }) {
  const counts = steps.map(
    (step, index) => times.filter((time) => time < step && time >= (steps[index - 1] ?? 0)).length,
  );
  const most = Math.max(...counts);
  const width = 9;
  const height = 28;
  const words = counts
    .map((count, index) => (count === 0 ? '' : `${count} ${stepWords(index)}`))
    .filter((text) => text !== '')
    .join(', ');
  return (
    <svg class="histogram" width={width * steps.length} height={height} role="img" aria-label={words}>
      <title>{words}</title>
      {counts.map((count, index) => {
        const tall = count === 0 ? 1 : Math.max(2, Math.round((count / most) * height));
        return <rect x={index * width} y={height - tall} width={width - 1} height={tall} />;
      })}
    </svg>
  );
}

function stepWords(index: number): string {
  const step = steps[index] ?? 0;
  return Number.isFinite(step) ? `below ${number(step)} ms` : `from ${number(steps[index - 1] ?? 0)} ms on`;
}

/** The value below which a share of the sorted numbers lies. */
function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

function milliseconds(value: number): string {
  return `${number(Math.round(value))} ms`;
}
