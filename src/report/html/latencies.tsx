import { operationTitle } from '../../spec/operations.ts';
import { number } from '../../text/layout.ts';
import { quantile } from '../compare/runs.ts';
import { grouped } from '../content.ts';
import type { Report, TimelineRow } from '../model/report.ts';
import { ClosedSection, Table } from './parts.tsx';

/** The upper bounds of the columns, in milliseconds; the last column has no bound. */
const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, Number.POSITIVE_INFINITY] as const;
const columns = ['operation', 'responses', 'median', '95th percentile', 'slowest', 'distribution'];

/** Renders the response times of the target, by operation. */
export function Latencies({ report }: { readonly report: Report }) {
  const responded = report.timeline.rows.filter(({ status }) => status !== undefined);
  if (responded.length === 0) return null;
  return (
    <ClosedSection name="latencies" title="Response times" gist={gistOf(responded)}>
      <Table labelledBy="latencies-title" columns={columns}>
        {[...grouped(responded, ({ operation }) => operation)].map(([operation, rows]) => (
          <Operation
            name={operation}
            times={rows.map(({ atMs, readMs }) => readMs - atMs).sort((a, b) => a - b)}
          />
        ))}
      </Table>
    </ClosedSection>
  );
}

function gistOf(rows: readonly TimelineRow[]): string {
  const times = rows.map(({ atMs, readMs }) => readMs - atMs).sort((a, b) => a - b);
  const [median, slow] = [0.5, 0.95].map((share) => number(Math.round(quantile(times, share))));
  return `median ${median} ms, 95th percentile ${slow} ms`;
}

function Operation({ name, times }: { readonly name: string; readonly times: readonly number[] }) {
  return (
    <tr>
      <th scope="row">{operationTitle(name)}</th>
      <td>{number(times.length)}</td>
      {[0.5, 0.95, 1].map((share) => (
        <td>{number(Math.round(quantile(times, share)))} ms</td>
      ))}
      <td>
        <Histogram times={times} />
      </td>
    </tr>
  );
}

/** Draws a column for each step, as high as its share of the responses. */
function Histogram({ times }: { readonly times: readonly number[] }) {
  const counts = steps.map(
    (step, index) => times.filter((time) => time < step && time >= (steps[index - 1] ?? 0)).length,
  );
  const most = Math.max(...counts);
  const width = 9;
  const height = 28;
  const words = counts
    .flatMap((count, index) => (count === 0 ? [] : [`${count} ${stepWords(index)}`]))
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
  const [least, most] = [steps[index - 1] ?? 0, steps[index] ?? 0];
  if (!Number.isFinite(most)) return `${number(least)} ms or more`;
  return least === 0 ? `below ${number(most)} ms` : `from ${number(least)} to ${number(most)} ms`;
}
