import { Section, text } from '../html/parts.tsx';
import { type Column, failuresOf } from './compare.ts';
import type { RunSummary } from './run-summary.ts';
import { dayOf } from './run-words.ts';

/** Renders how the runs of a history developed. */
export function Charts({ columns }: { readonly columns: readonly Column[] }) {
  // In the order of the table, newest first.
  const runs = columns.map(({ summary }) => summary);
  const latencies = runs.map(({ latencyMs }) => latencyMs && Math.round(latencyMs.median));
  return (
    <Section name="charts" title="Over time">
      <div class="charts">
        <Chart name="Failures" values={runs.map(failuresOf)} unit="" kind="bad" runs={runs} />
        <Chart name="Median latency" values={latencies} unit=" ms" runs={runs} />
        <Chart name="Requests" values={runs.map(({ requests }) => requests)} unit="" runs={runs} />
      </div>
      {runs.every((run) => failuresOf(run) !== undefined) ? null : (
        <p class="legend">
          <span class="key untested" /> nothing was tested
        </p>
      )}
    </Section>
  );
}

/** Draws a bar for each run, newest first as in the table, and marks the runs that tested nothing; the words hold the range and the newest value. */
function Chart(props: {
  readonly name: string;
  readonly values: readonly (number | undefined)[];
  readonly unit: string;
  readonly kind?: 'bad';
  readonly runs: readonly RunSummary[];
}) {
  const { name, unit, kind, runs } = props;
  const values = props.values.map((value, index) => {
    const run = runs[index];
    return run === undefined || failuresOf(run) === undefined ? undefined : value;
  });
  const known = values.filter((value) => value !== undefined);
  const most = Math.max(1, ...known);
  const newest = values[0];
  const range = known.length === 0 ? '' : ` (${Math.min(...known)} to ${Math.max(...known)}${unit})`;
  const width = 100 / values.length;
  return (
    <figure>
      <figcaption>
        {name}: <b>{newest === undefined ? 'not tested' : `${newest}${unit}`}</b>
        {range}
      </figcaption>
      <svg
        class="chart"
        viewBox="0 0 100 40"
        preserveAspectRatio="none"
        role="img"
        aria-label={`${name} of each run, newest first: ${values.map((value) => value ?? 'not tested').join(', ')}${unit}`}
      >
        {values.map((value, index) => {
          const height = value === undefined ? 40 : (value / most) * 37;
          return (
            <rect
              class={value === undefined ? 'untested' : kind}
              x={index * width + width * 0.1}
              width={width * 0.8}
              y={40 - height}
              height={height}
            />
          );
        })}
      </svg>
      <div class="span">
        {[runs[0], runs.at(-1)].map((run) => (
          <span>{run === undefined ? '' : text(dayOf(run.startedAt))}</span>
        ))}
      </div>
    </figure>
  );
}
